import { TextInput } from '@mantine/core';
import { useChange } from '../../data/use-api.ts';
import { CheckField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { registryOf, type Entry, type RegistryName } from './registry-list.ts';

interface EntryDialogProps {
  readonly registry: RegistryName;
  readonly entry?: Entry;
  readonly onClose: () => void;
}

/** Only units have a symbol, and need one. */
const hasSymbol = (registry: RegistryName): boolean => registry === 'unidades';

function useEntryForm({ registry, entry, onClose }: EntryDialogProps) {
  const { create: createId, update: updateId } = registryOf[registry];
  const create = useChange(createId);
  const update = useChange(updateId);
  return useForm({
    initial: {
      name: entry?.name ?? '',
      symbol: entry?.symbol ?? '',
      active: entry?.active ?? true,
    },
    rules: {
      name: required('Informe o nome.'),
      symbol: (value: string) =>
        hasSymbol(registry) && value.trim() === ''
          ? 'Informe o símbolo.'
          : !hasSymbol(registry) || /^[A-Za-z0-9][A-Za-z0-9/ %.²³]*$/.test(value.trim())
            ? null
            : 'Use letras sem acento, números, / e %, por exemplo kg ou mL.',
    },
    send: async ({ name, symbol, active }) => {
      // Units require a symbol, the other lists refuse one, so the body depends on the list.
      const named = { name: name.trim(), active };
      const body = hasSymbol(registry) ? { ...named, symbol: symbol.trim() } : named;
      await (entry === undefined
        ? create.mutateAsync({ body })
        : update.mutateAsync({ params: { id: String(entry.id) }, body }));
      toast(`${name.trim()}: salvo.`);
      onClose();
    },
  });
}

/** Creates an entry, or edits one. */
export function EntryDialog(props: EntryDialogProps) {
  const { registry, entry, onClose } = props;
  const { one } = registryOf[registry];
  const form = useEntryForm(props);
  return (
    <Dialog title={entry === undefined ? `Incluir ${one}` : `Alterar ${one}`} onClose={onClose}>
      <Form
        form={form}
        action={entry === undefined ? 'Incluir' : 'Salvar'}
        acting="Salvando…"
        onCancel={onClose}
      >
        {hasSymbol(registry) && (
          <TextInput
            label="Símbolo"
            required
            maxLength={20}
            {...form.fields.getInputProps('symbol')}
          />
        )}
        <TextInput
          label="Nome"
          required
          maxLength={hasSymbol(registry) ? 200 : 500}
          {...form.fields.getInputProps('name')}
        />
        <CheckField
          label="Ativo: pode ser escolhido"
          checked={form.fields.values.active}
          onChange={(checked) => form.fields.setFieldValue('active', checked)}
        />
      </Form>
    </Dialog>
  );
}

/** Deletes an entry that is not in use. */
export function DeleteEntryDialog({ registry, entry, onClose }: Required<EntryDialogProps>) {
  const { one, remove: removeId } = registryOf[registry];
  const remove = useChange(removeId);
  return (
    <ConfirmDialog
      title={`Excluir ${one}?`}
      action="Excluir"
      danger
      onClose={onClose}
      body={
        <p>
          <strong>{entry.name}</strong> sai da lista, se nada a usa. O que está em uso pode ser
          desativado. Essa ação não poderá ser desfeita.
        </p>
      }
      run={async () => {
        toast((await remove.mutateAsync({ params: { id: String(entry.id) } })).message);
      }}
    />
  );
}
