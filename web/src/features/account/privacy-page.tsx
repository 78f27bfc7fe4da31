import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDownload } from '../../data/use-download.ts';
import { Form } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { commonPaths } from '../../paths/common.ts';
import { usePortal, useSession } from '../../runtime/context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DownloadIcon } from '../../ui/page-icons.tsx';
import { Card, usePageTitle } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts.tsx';

/** The rights that the law gives every person: a copy of all their data, and erasure. */
export function PrivacyPage() {
  usePageTitle('Privacidade – Minha conta');
  const isAdmin = useSession()?.user.user_type === 'admin';
  return (
    <>
      <ExportCard />
      {!isAdmin && <EraseCard />}
    </>
  );
}

function ExportCard() {
  const { busy, download } = useDownload();
  const save = (): void => {
    if (!busy)
      download('exportOwnData', {}, 'lavra-meus-dados.json', {
        onSaved: () => toast('Arquivo baixado.'),
      });
  };
  return (
    <Card
      title="Seus dados em um arquivo"
      lead="Tudo o que a plataforma guarda sobre você: cadastro, endereços, entradas, mensagens, cotações e propostas. Sem senhas e sem dados de outras pessoas."
    >
      <div>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          aria-disabled={busy}
          onClick={save}
        >
          {busy ? 'Preparando…' : 'Baixar meus dados (JSON)'}
        </Button>
      </div>
    </Card>
  );
}

function EraseCard() {
  const [asking, setAsking] = useState(false);
  return (
    <Card
      tone="danger"
      title="Apagar a conta"
      lead="Apaga cadastro, endereços, mensagens e rascunhos. Das cotações e propostas encerradas ficam só números, itens e valores, sem nada que diga de quem são. O que outras pessoas escreveram continua com elas. Com uma cotação ou proposta em andamento, espere que ela termine ou cancele antes."
    >
      <div>
        <Button variant="outline" color="var(--lv-danger)" onClick={() => setAsking(true)}>
          Apagar minha conta…
        </Button>
      </div>
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, session, queries } = usePortal();
  const navigate = useNavigate();
  const form = useForm({
    initial: { password: '', confirm: '' },
    rules: {
      password: required('Informe a senha.'),
      confirm: (value) => (value.trim().toUpperCase() === 'APAGAR' ? null : 'Escreva APAGAR.'),
    },
    send: async ({ password }) => {
      const userId = session.get()?.user.id;
      await api.call('eraseAccount', { body: { password, confirm: 'APAGAR' } });
      // Another user may have signed in meanwhile.
      if (session.get()?.user.id !== userId) return;
      session.clear('erased');
      queries.clear();
      toast('Sua conta foi apagada.');
      await navigate({ to: commonPaths.login, replace: true });
    },
  });
  return (
    <Dialog title="Apagar a conta para sempre?" onClose={onClose}>
      <p>Essa ação não poderá ser desfeita. Se quiser uma cópia, baixe seus dados antes.</p>
      <Form form={form} action="Apagar para sempre" acting="Apagando…" danger onCancel={onClose}>
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          required
          {...form.fields.getInputProps('password')}
        />
        <TextInput
          label="Escreva APAGAR para confirmar"
          autoComplete="off"
          autoCapitalize="characters"
          required
          {...form.fields.getInputProps('confirm')}
        />
      </Form>
    </Dialog>
  );
}
