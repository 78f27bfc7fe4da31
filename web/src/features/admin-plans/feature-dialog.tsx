import { Textarea, TextInput } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import type { FeatureType } from '@lavra/domain/subscription/feature';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useChange } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Row } from '../../forms/form.tsx';
import type { Fields } from '../../forms/use-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { profileLabels } from './plan-texts.ts';

export const featureTypeLabels: Readonly<Record<FeatureType, string>> = {
  limit: 'Limite',
  boolean: 'Sim ou não',
};

interface Values {
  readonly key: string;
  readonly name: string;
  readonly type: FeatureType;
  readonly profile: PlanProfile | '';
  readonly description: string;
}

const isKey = (value: string): string | null =>
  /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/.test(value.trim())
    ? null
    : 'Use letras minúsculas, números e pontos, por exemplo orders.max_active.';

interface FeatureDialogProps {
  readonly feature?: Feature;
  readonly onClose: () => void;
}

function useFeatureForm({ feature, onClose }: FeatureDialogProps) {
  const create = useChange('createFeature');
  const update = useChange('updateFeature');
  return useForm<Values>({
    initial: {
      key: feature?.key ?? '',
      name: feature?.name ?? '',
      type: feature?.type ?? 'limit',
      profile: feature?.profile ?? '',
      description: feature?.description ?? '',
    },
    rules: { key: isKey, name: required('Dê um nome ao recurso.') },
    send: async ({ key, name, type, profile, description }) => {
      const texts = { name: name.trim(), description: description.trim() || null };
      await (feature === undefined
        ? create.mutateAsync({
            body: { ...texts, key: key.trim(), type, profile: profile || null },
          })
        : update.mutateAsync({ params: { id: String(feature.id) }, body: texts }));
      toast(`Recurso ${texts.name} salvo.`);
      onClose();
    },
  });
}

/** Creates a feature, or renames one; its key, type and profile cannot be changed later. */
export function FeatureDialog(props: FeatureDialogProps) {
  const { feature, onClose } = props;
  const form = useFeatureForm(props);
  const { fields } = form;
  return (
    <Dialog title={feature === undefined ? 'Novo recurso' : 'Alterar recurso'} onClose={onClose}>
      <Form
        form={form}
        action={feature === undefined ? 'Criar recurso' : 'Salvar recurso'}
        acting="Salvando…"
        onCancel={onClose}
      >
        <TextInput label="Nome" required maxLength={100} {...fields.getInputProps('name')} />
        {feature === undefined ? <KindFields fields={fields} /> : <Kind feature={feature} />}
        <Textarea
          label="Descrição"
          rows={2}
          maxLength={2000}
          {...fields.getInputProps('description')}
        />
      </Form>
    </Dialog>
  );
}

/** What stays as it was created. */
const KindFields = ({ fields }: { readonly fields: Fields<Values> }) => (
  <>
    <TextInput
      label="Chave"
      description="Não muda depois de criada."
      required
      maxLength={60}
      autoCapitalize="off"
      spellCheck={false}
      {...fields.getInputProps('key')}
    />
    <Row>
      <SelectField
        label="Tipo"
        required
        options={Object.entries(featureTypeLabels)}
        {...fields.getInputProps('type')}
      />
      <SelectField
        label="Perfil"
        placeholder="Todos"
        options={Object.entries(profileLabels)}
        {...fields.getInputProps('profile')}
      />
    </Row>
  </>
);

const Kind = ({ feature: { key, type, profile } }: { readonly feature: Feature }) => (
  <p>
    Chave <code>{key}</code>, {featureTypeLabels[type].toLowerCase()},{' '}
    {profile === null ? 'todos os perfis' : profileLabels[profile].toLowerCase()}. Isso não muda
    depois de criado.
  </p>
);
