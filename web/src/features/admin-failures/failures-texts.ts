import type { Delivery } from '@lavra/contract/admin/deliveries';
import { adminPaths } from '../../paths/admin.ts';
import type { ChipTone } from '../../ui/chip.tsx';

export const failureTabs = [
  [adminPaths.jobs, 'Tarefas'],
  [adminPaths.deliveries, 'Envios'],
] as const;

export const deliveryStateLabels: Readonly<Record<Delivery['state'], string>> = {
  queued: 'Na fila',
  sending: 'Enviando',
  sent: 'Enviado',
  failed: 'Não saiu',
  unknown: 'Pode ter chegado',
  skipped: 'Não se aplica',
};
export const deliveryTones: Readonly<Record<Delivery['state'], ChipTone>> = {
  queued: 'info',
  sending: 'info',
  sent: 'good',
  failed: 'danger',
  unknown: 'warn',
  skipped: 'plain',
};
export const channelLabels: Readonly<Record<Delivery['channel'], string>> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
};

const names: Readonly<Record<string, string>> = {
  'import.process': 'Importação de planilha',
  'mail.send': 'E-mail de conta',
  'event.fan_out': 'Aviso de um acontecimento',
  'payment.refund': 'Estorno',
  'payment.webhook': 'Aviso do meio de pagamento',
};

export const jobNames = Object.entries(names);

/** Returns a readable name for a kind of job; an unknown kind keeps its own name. */
export const jobName = (name: string): string => names[name] ?? name;
