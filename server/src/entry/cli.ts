import { ConfigError } from '../platform/config/env-reader.ts';

/** Returns the exit code where it is not 0. */
type Run = (args: readonly string[]) => Promise<number | void>;

interface CliCommand {
  readonly summary: string;
  readonly load: () => Promise<Run>;
}

const commands: Readonly<Record<string, CliCommand>> = {
  start: {
    summary: 'tudo em um processo, com banco embutido e demonstração',
    load: async () => (await import('./start.ts')).start,
  },
  serve: { summary: 'só a API', load: async () => (await import('./serve.ts')).serve },
  scheduler: {
    summary: 'só o que acontece sozinho: prazos, publicações marcadas, limpeza, selos da auditoria',
    load: async () => (await import('./scheduler.ts')).scheduler,
  },
  web: {
    summary: 'só os portais, para quem os serve à parte da API',
    load: async () => (await import('./web.ts')).web,
  },
  worker: {
    summary: 'só o que se faz depois: avisos, e-mails, importações, reembolsos',
    load: async () => (await import('./worker.ts')).worker,
  },
  migrate: {
    summary: 'aplica as migrações que faltam e os dados de referência',
    load: async () => (await import('./migrate.ts')).migrateNow,
  },
  seed: {
    summary: 'carrega a demonstração em um banco vazio',
    load: async () => (await import('./seed.ts')).seed,
  },
  'catalog import': {
    summary:
      'importa o registro de defensivos (AGROFIT, JSONL): ARQUIVO, --partial, --cultures CSV',
    load: async () => (await import('./catalog-import.ts')).catalogImport,
  },
  'admin create': {
    summary: 'cria um administrador: --email, --password, --role',
    load: async () => (await import('./admin-create.ts')).adminCreate,
  },
  backup: {
    summary: 'guarda tudo em arquivos, com o serviço no ar: --to PASTA, --keep QUANTOS',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'volta um backup a um banco vazio: PASTA; com --verify só confere que volta',
    load: async () => (await import('./restore.ts')).restore,
  },
  'files move': {
    summary: 'leva os arquivos ao depósito de objetos ou de volta ao banco: --to s3|database',
    load: async () => (await import('./files.ts')).filesMove,
  },
  'files check': {
    summary: 'confere que o depósito tem cada arquivo que o banco diz; 1 quando falta algum',
    load: async () => (await import('./files.ts')).filesCheck,
  },
  'maintenance on': {
    summary: 'põe a página de manutenção e para tudo, menos banco e cache: --config ARQUIVO',
    load: async () => (await import('./maintenance.ts')).operate('maintenance on'),
  },
  'maintenance off': {
    summary: 'inicia tudo, espera que responda e retira a página',
    load: async () => (await import('./maintenance.ts')).operate('maintenance off'),
  },
  'maintenance status': {
    summary: 'o que está no ar; 1 quando falta algo',
    load: async () => (await import('./maintenance.ts')).operate('maintenance status'),
  },
  restart: {
    summary: 'reinicia um processo de cada vez, com o serviço no ar: --config ARQUIVO',
    load: async () => (await import('./maintenance.ts')).operate('restart'),
  },
  totals: {
    summary: 'confere os totais guardados com a contagem e corrige o que difere; 1 se algo diferia',
    load: async () => (await import('./totals.ts')).totalsCommand,
  },
  'audit head': {
    summary: 'a ponta da corrente de auditoria, para guardar fora do banco',
    load: async () => (await import('./audit.ts')).auditHeadCommand,
  },
  'audit verify': {
    summary: 'confere a corrente de auditoria: --head SEQUÊNCIA:HASH',
    load: async () => (await import('./audit.ts')).auditVerifyCommand,
  },
};

/** Runs one command of the command line; returns the exit code. */
export async function runCli(args: readonly string[]): Promise<number> {
  const name = Object.keys(commands).find(
    (candidate) => candidate === args.slice(0, candidate.split(' ').length).join(' '),
  );
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) {
    process.stdout.write(help());
    return args.length === 0 || args[0] === 'help' || args[0] === '--help' ? 0 : 1;
  }
  try {
    const run = await command.load();
    return (await run(args.slice(name.split(' ').length))) ?? 0;
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    return 1;
  }
}

function help(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
  );
  return ['Uso: npm run lavra -- <comando>', '', ...lines, ''].join('\n');
}

/** Returns one sentence for a problem that an operator can fix, the whole trace for any other. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'A porta já está em uso: encerre o outro processo ou escolha outra com PORT=3001.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
