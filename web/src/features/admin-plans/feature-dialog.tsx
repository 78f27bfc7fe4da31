import { Button, Textarea, TextInput } from '@mantine/core';
import type { Feature } from '@lavra/contract/admin/plans';
import type { FeatureType } from '@lavra/domain/subscription/feature';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { useChange } from '../../data/use-api.ts';
import { SelectField } from '../../forms/fields.tsx';
import { required } from '../../forms/field-rules.ts';
import { Form, Row } from '../../forms/form.tsx';
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

/** Creates a feature, or renames one; its key, type and profile cannot be changed later. */
export function FeatureDialog({
  feature,
  onClose,
}: {
  readonly feature?: Feature;
  readonly onClose: () => void;
}) {
  const create = useChange('createFeature');
  const update = useChange('updateFeature');
  const form = useForm<Values>({
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
  const getInputProps = (path: string) => form.fields.getInputProps(path);
  return (
    <Dialog title={feature === undefined ? 'Novo recurso' : 'Alterar recurso'} onClose={onClose}>
      <Form
        form={form}
        action={feature === undefined ? 'Criar recurso' : 'Salvar recurso'}
        acting="Salvando…"
        beside={
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        }
      >
        <TextInput label="Nome" required maxLength={100} {...getInputProps('name')} />
        {feature === undefined ? (
          <>
            <TextInput
              label="Chave"
              description="Não muda depois de criada."
              required
              maxLength={60}
              autoCapitalize="off"
              spellCheck={false}
              {...getInputProps('key')}
            />
            <Row>
              <SelectField
                label="Tipo"
                required
                options={Object.entries(featureTypeLabels)}
                {...getInputProps('type')}
              />
              <SelectField
                label="Perfil"
                placeholder="Todos"
                options={Object.entries(profileLabels)}
                {...getInputProps('profile')}
              />
            </Row>
          </>
        ) : (
          <p>
            Chave <code>{feature.key}</code>, {featureTypeLabels[feature.type].toLowerCase()},{' '}
            {feature.profile === null
              ? 'todos os perfis'
              : profileLabels[feature.profile].toLowerCase()}
            . Isso não muda depois de criado.
          </p>
        )}
        <Textarea label="Descrição" rows={2} maxLength={2000} {...getInputProps('description')} />
      </Form>
    </Dialog>
  );
}
