import {
  actions,
  modules,
  permissionsOf,
  type Action,
  type Module,
} from '@lavra/domain/account/permissions';
import { adminRoleLabels, adminRoles } from '@lavra/domain/account/user-type';
import { adminPaths } from '../../paths/admin.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Card, Page } from '../../ui/page.tsx';
import styles from './people.module.css';

const moduleLabels: Readonly<Record<Module, string>> = {
  users: 'Usuários',
  producers: 'Produtores',
  suppliers: 'Fornecedores',
  consultants: 'Consultores',
  orders: 'Cotações',
  proposals: 'Propostas',
  purchases: 'Compras',
  products: 'Catálogo',
  subscriptions: 'Assinaturas',
  payments: 'Pagamentos',
  plans: 'Planos',
  reports: 'Relatórios',
  imports: 'Importação',
  logs: 'Auditoria',
  settings: 'Configurações',
  pages: 'Páginas',
};
const actionLabels: Readonly<Record<Action, string>> = {
  view: 'Ver',
  create: 'Criar',
  edit: 'Editar',
  delete: 'Excluir',
};

const rolesAndRights = adminRoles.map((role) => ({
  role,
  may: new Set<string>(permissionsOf({ userType: 'admin', adminRole: role })),
}));

/**
 * What each role of the administration may do. Roles are fixed: an administrator who needs more
 * gets another role.
 */
export function RolesPage() {
  return (
    <Page
      title="Papéis"
      trail={[{ label: 'Usuários', to: adminPaths.users }]}
      lead="O que cada papel da administração pode fazer. Só um master cria, altera e bloqueia administradores."
    >
      <Card flush>
        <div
          className={styles['scroll']}
          role="region"
          aria-label="Papéis e permissões"
          tabIndex={0}
        >
          <table className={styles['matrix']}>
            <caption className="lv-hidden">
              Permissões por papel: cada área e o que se pode fazer nela
            </caption>
            <Head />
            <tbody>
              {modules.map((name) => (
                <ModuleRow key={name} name={name} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </Page>
  );
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col" rowSpan={2}>
        Área
      </th>
      {rolesAndRights.map(({ role }) => (
        <th key={role} scope="colgroup" colSpan={actions.length} data-first>
          {adminRoleLabels[role]}
        </th>
      ))}
    </tr>
    <tr>
      {rolesAndRights.flatMap(({ role }) =>
        actions.map((action, index) => (
          <th key={`${role} ${action}`} scope="col" data-first={index === 0 || undefined}>
            {actionLabels[action]}
          </th>
        )),
      )}
    </tr>
  </thead>
);

const ModuleRow = ({ name }: { readonly name: (typeof modules)[number] }) => (
  <tr>
    <th scope="row">{moduleLabels[name]}</th>
    {rolesAndRights.flatMap(({ role, may }) =>
      actions.map((action, index) => {
        const can = may.has(`${name}.${action}`);
        return (
          <td
            key={`${role} ${action}`}
            data-first={index === 0 || undefined}
            data-may={can || undefined}
          >
            {can ? (
              <>
                <CheckIcon size={18} />
                <span className="lv-hidden">pode</span>
              </>
            ) : (
              <>
                <span aria-hidden="true">–</span>
                <span className="lv-hidden">não pode</span>
              </>
            )}
          </td>
        );
      }),
    )}
  </tr>
);
