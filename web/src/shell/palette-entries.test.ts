import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PortalDefinition } from '../runtime/definition.ts';
import { matchGroups, paletteGroups } from './palette-entries.ts';

const page = (path: string, permission?: string) => ({
  path,
  load: async () => () => null,
  ...(permission === undefined ? {} : { permission }),
});
const definition: PortalDefinition = {
  name: 'admin',
  base: '/admin',
  title: 'Administração',
  promise: '',
  points: [],
  userTypes: ['admin'],
  offlineReads: [],
  help: async () => () => null,
  navigation: [
    { to: '/fornecedores', label: 'Fornecedores', icon: () => null, permission: 'suppliers.view' },
    { to: '/canais', label: 'Canais de aviso', icon: () => null, group: 'Plataforma' },
  ],
  pages: [page('/fornecedores', 'suppliers.view'), page('/fornecedores/novo', 'suppliers.create')],
  actions: [
    { to: '/fornecedores/novo', label: 'Novo fornecedor', words: 'convidar' },
    { to: '/canais', label: 'Enviar e-mail de teste', permission: 'settings.edit' },
    { to: '/canais', label: 'Só de produtores', userTypes: ['produtor'] },
  ],
};
const labelsOf = (permissions: readonly string[], text = '') =>
  matchGroups(
    paletteGroups(definition, { permissions: [...permissions], user: { user_type: 'admin' } }),
    text,
  ).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('the palette', () => {
  it('offers only what the user may open and do', () => {
    assert.deepEqual(labelsOf([]), ['Canais de aviso', 'Avisos', 'Senha', 'Privacidade', 'Ajuda']);
    assert.deepEqual(labelsOf(['suppliers.view', 'suppliers.create', 'settings.edit']), [
      'Novo fornecedor',
      'Enviar e-mail de teste',
      'Fornecedores',
      'Canais de aviso',
      'Avisos',
      'Senha',
      'Privacidade',
      'Ajuda',
    ]);
  });

  it('finds by the beginnings of words, in any order, with or without accents', () => {
    const all = ['suppliers.view', 'suppliers.create', 'settings.edit'];
    assert.deepEqual(labelsOf(all, 'forn'), ['Novo fornecedor', 'Fornecedores']);
    assert.deepEqual(labelsOf(all, 'FORN nov'), ['Novo fornecedor']);
    assert.deepEqual(labelsOf(all, 'convidar'), ['Novo fornecedor'], 'by another word');
    assert.deepEqual(labelsOf(all, 'plataf'), ['Canais de aviso'], 'by its group');
    assert.deepEqual(labelsOf(all, 'duvidas'), ['Ajuda']);
    assert.deepEqual(labelsOf(all, 'ornec'), [], 'not by the middle of a word');
  });
});
