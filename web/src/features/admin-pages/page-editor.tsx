import { Button, Textarea, TextInput } from '@mantine/core';
import type { StaticPage } from '@lavra/contract/pages/schemas';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useChange, useRead } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Row } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { adminPaths } from '../../paths/admin.ts';
import { useMay } from '../../runtime/context.tsx';
import { formatDateTime } from '../../text/dates.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Loading, QueryView } from '../../ui/states.tsx';
import { toast } from '../../ui/toasts.tsx';
import styles from './pages.module.css';
import { Preview } from './preview.tsx';

const trail = [{ label: 'Páginas', to: adminPaths.pages }] as const;
export const NewPagePage = () => (
  <Page title="Nova página" trail={trail}>
    <Editor />
  </Page>
);

/** Edits a page, with a preview beside its text. */
export function EditPagePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const page = useRead('getPage', { params: { id } }, { staleTime: 0 });
  const mayEdit = useMay('pages.edit');
  const by = page.data?.edited_by;
  return (
    <Page
      title={page.data?.title ?? 'Página'}
      lead={
        page.data === undefined
          ? undefined
          : `Mudou em ${formatDateTime(page.data.updated_at)}${by === null || by === undefined ? '' : `, por ${by.name}`}`
      }
      trail={trail}
    >
      <QueryView
        query={page}
        skeleton={
          <Card>
            <Loading lines={10} />
          </Card>
        }
      >
        {(data) =>
          mayEdit ? (
            <Editor key={data.updated_at} page={data} />
          ) : (
            <Card>
              <Preview html={data.content} />
            </Card>
          )
        }
      </QueryView>
    </Page>
  );
}

interface Values {
  readonly title: string;
  readonly slug: string;
  readonly status: StaticPage['status'];
  readonly content: string;
}

/** The form of a page; saving a new one opens it. */
function usePageForm(page: StaticPage | undefined) {
  const create = useChange('createPage');
  const update = useChange('updatePage');
  const navigate = useNavigate();
  return useForm<Values>({
    initial: {
      title: page?.title ?? '',
      slug: page?.slug ?? '',
      status: page?.status ?? 'active',
      content: page?.content ?? '',
    },
    rules: {
      title: required('Dê um título à página.'),
      content: required('Escreva o texto da página.'),
      slug: (value) =>
        (value === '' && page === undefined) || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
          ? null
          : 'Use letras minúsculas, números e hífens, por exemplo como-funciona.',
    },
    draftKey: `page.${page?.id ?? 'new'}`,
    send: async ({ slug, ...values }) => {
      const saved = await (page === undefined
        ? create.mutateAsync({ body: { ...values, ...(slug === '' ? {} : { slug }) } })
        : update.mutateAsync({ params: { id: String(page.id) }, body: { ...values, slug } }));
      toast(`${saved.title}: salva${saved.status === 'active' ? ' e no ar' : ''}.`);
      if (page === undefined) await navigate({ to: adminPaths.page(saved.id) });
    },
  });
}

function CancelButton() {
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      onClick={() => {
        void navigate({ to: adminPaths.pages });
      }}
    >
      Cancelar
    </Button>
  );
}

function Editor({ page }: { readonly page?: StaticPage }) {
  const form = usePageForm(page);
  const { fields } = form;
  const content = useDeferredValue(fields.values.content);
  return (
    <div className={styles['editor']}>
      <Card>
        <Form
          form={form}
          action={page === undefined ? 'Criar página' : 'Salvar página'}
          acting="Salvando…"
          {...(page === undefined ? { beside: <CancelButton /> } : {})}
        >
          <TextInput label="Título" required maxLength={200} {...fields.getInputProps('title')} />
          <Row>
            <TextInput
              label="Endereço"
              maxLength={100}
              autoCapitalize="off"
              spellCheck={false}
              {...(page === undefined ? { placeholder: 'vem do título' } : { required: true })}
              {...fields.getInputProps('slug')}
            />
            <SelectField
              label="Situação"
              options={[
                ['active', 'No ar'],
                ['inactive', 'Fora do ar'],
              ]}
              {...fields.getInputProps('status')}
            />
          </Row>
          <Textarea
            label="Texto em HTML"
            description="Títulos (h2, h3), parágrafos, listas, tabelas e links. O resto o serviço tira ao salvar."
            required
            autosize={false}
            rows={22}
            maxLength={200_000}
            spellCheck={false}
            classNames={{ input: styles['code'] ?? '' }}
            {...fields.getInputProps('content')}
          />
        </Form>
      </Card>
      <Card title="Como vai ficar">
        {content.trim() === '' ? (
          <p>O texto aparece aqui enquanto você escreve.</p>
        ) : (
          <Preview html={content} />
        )}
      </Card>
    </div>
  );
}
