import { adminPaths } from '../../paths/admin.ts';
import { SectionTabs } from '../admin-kit/parts.tsx';

/** Links the lists of names and the lists of products. */
export const RegistryTabs = () => (
  <SectionTabs
    label="Cadastros"
    tabs={[
      [adminPaths.registries, 'Nomes'],
      [adminPaths.orderKits, 'Listas de produtos'],
    ]}
  />
);
