import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { accounts, enter, startPortals } from './portals.ts';
import { until } from '../../server/test/until.ts';

const portals = await startPortals();
const GOOD = 'Colheita2027';

/** Fills in the place; the state comes from the CEP. */
async function fillPlace(
  page: Page,
  { postalCode, state, city }: { postalCode: string; state: string; city: string },
): Promise<void> {
  await page.getByLabel('CEP').fill(postalCode);
  const chosen = page.getByLabel(/^Estado(?!s)/).first();
  await until(`the state is ${state}`, async () => (await chosen.inputValue()) === state);
  await page
    .getByRole('combobox', { name: 'Município' })
    .first()
    .fill(city.slice(0, 5).toLowerCase());
  await page.getByRole('option', { name: city, exact: true }).click();
}

async function choosePassword(page: Page, names: readonly [RegExp, string]): Promise<void> {
  await page.getByLabel(names[0]).fill(GOOD);
  await page.getByLabel(names[1]).fill(GOOD);
}

const goOn = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continuar' }).click();

describe('a new producer', () => {
  const email = 'ana.lima@fazenda.example';

  it('registers in two short steps, knows the price before, and is logged in', async () => {
    const { page, problems } = await portals.visitor();
    await page.goto('/produtor/entrar');
    await page.getByRole('link', { name: 'Criar conta de produtor' }).click();
    await page.getByText(/dias de teste sem custo/).waitFor();
    await goOn(page);
    await page.getByText('Confira 4 campos antes de continuar').waitFor();
    await page.getByRole('button', { name: 'CPF: Informe o CPF.' }).click();
    await page.keyboard.type('52998224726');
    await page.keyboard.press('Tab');
    await page.getByText('Este CPF não confere: revise os números.').first().waitFor();
    await page.getByLabel(/^CPF/).fill('52998224725');
    await page.getByLabel('Nome completo').fill('Ana Lima');
    assert.equal(await page.getByLabel(/^CPF/).inputValue(), '529.982.247-25');
    await page.getByLabel('E-mail').fill(accounts.producer);
    await page.getByLabel(/^Senha/).fill(GOOD);
    await goOn(page);
    await page.getByText('Etapa 2 de 2: Onde fica a propriedade.').waitFor();
    await page.getByRole('form', { name: 'Onde fica a propriedade' }).waitFor();
    await page.getByLabel('Telefone').fill('66 99999 8888');
    await fillPlace(page, { postalCode: '78890000', state: 'MT', city: 'Sorriso' });
    await page.getByText(/dias de teste sem custo/).waitFor();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    // Only the service can know this: the address is taken.
    await page.getByText('Este e-mail já está cadastrado.').first().waitFor();
    await page.getByText('Etapa 1 de 2').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await goOn(page);
    assert.deepEqual(
      [
        await page.getByLabel('Telefone').inputValue(),
        await page.getByRole('combobox', { name: 'Município' }).inputValue(),
      ],
      ['(66) 99999-8888', 'Sorriso'],
    );
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Sua primeira cotação começa aqui').waitFor();
    await page.getByText('Confirme seu e-mail.').waitFor();
    await page.goto('/produtor/conta/enderecos');
    assert.equal(await page.getByLabel('Rua, estrada ou rodovia').inputValue(), 'Zona rural');
    assert.deepEqual(problems, []);
  });

  it('confirms the e-mail by the link in the mail, and the address then contains no token', async () => {
    const { page } = await portals.visitor();
    await page.goto(await portals.linkInMail(email, 'Confirme seu e-mail'));
    await page.getByText('E-mail confirmado.').waitFor();
    assert.equal(new URL(page.url()).search, '');
    await enter(page, '/produtor', email, GOOD);
    assert.equal(await page.getByText('Confirme seu e-mail.').count(), 0);
  });

  it('requests a new password by mail, and the old one is invalid afterwards', async () => {
    const { page } = await portals.visitor();
    await page.goto('/produtor/entrar');
    await page.getByRole('link', { name: 'Esqueci a senha' }).click();
    // the previous page has a field with the same name
    await page.getByRole('button', { name: 'Enviar link' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await page.getByText('Confira seu e-mail.').waitFor();
    await page.goto(await portals.linkInMail(email, 'Escolha uma nova senha'));
    await page.getByLabel(/^Nova senha/).fill('fraca');
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page
      .getByText('Falta: 8 caracteres ou mais, uma letra maiúscula, um número.')
      .first()
      .waitFor();
    await page.getByLabel(/^Nova senha/).fill('Semeadura2028');
    await page.getByLabel('Repita a nova senha').fill('Semeadura2028');
    await page.getByRole('button', { name: 'Salvar nova senha' }).click();
    await page.getByText('Senha trocada.').waitFor();
    await enter(page, '/produtor', email, 'Semeadura2028');
  });

  it('chooses how to be notified; what concerns money stays on and says why', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', email, 'Semeadura2028');
    await page.goto('/produtor/notificacoes');
    await page.getByRole('link', { name: 'Escolher o que recebo' }).click();
    const switchOf = (name: string) => page.getByRole('switch', { name });
    await switchOf('Nova proposta recebida: E-mail').press(' ');
    await page.getByText('Salvo.').waitFor();
    await switchOf('Assinatura perto do vencimento: E-mail').press(' ');
    assert.ok(await switchOf('Assinatura perto do vencimento: E-mail').isChecked());
    await page.getByText('Sempre ligado: trata de dinheiro').waitFor();
    await page.reload();
    await switchOf('Nova proposta recebida: No portal').waitFor();
    assert.deepEqual(
      [
        await switchOf('Nova proposta recebida: E-mail').isChecked(),
        await switchOf('Nova proposta recebida: No portal').isChecked(),
        await page.getByRole('columnheader', { name: 'WhatsApp' }).count(),
      ],
      [false, true, 0],
    );
    assert.deepEqual(problems, []);
  });

  it('downloads all personal data, then has it erased', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', email, 'Semeadura2028');
    await page.goto('/produtor/conta/privacidade');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar meus dados (JSON)' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^lavra-meus-dados-\d{4}-\d\d-\d\d\.json$/);
    assert.ok(fs.readFileSync(await file.path(), 'utf8').includes('Ana Lima'));
    await page.getByRole('button', { name: 'Apagar minha conta…' }).click();
    await page.getByRole('dialog').getByLabel('Sua senha').fill('Semeadura2028');
    await page.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Escreva APAGAR.').first().waitFor();
    await page.getByLabel('Escreva APAGAR para confirmar').fill('apagar');
    await page.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Sua conta foi apagada.').waitFor();
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    assert.equal(
      (
        await portals.api('POST', '/api/v1/login', {
          body: { email, password: 'Semeadura2028', user_type: 'produtor' },
        })
      ).status,
      401,
    );
    assert.deepEqual(problems, []);
  });
});

describe('a registration that is interrupted', () => {
  it('keeps what was typed over going back and a reload, except the password', async () => {
    const { page, problems } = await portals.visitor();
    await page.goto('/produtor/cadastro');
    await page.getByLabel(/^CPF/).fill('529.982.247-25');
    await page.getByLabel('Nome completo').fill('Rui Barros');
    await page.getByLabel('E-mail').fill('rui@fazenda.example');
    await page.getByLabel(/^Senha/).fill(GOOD);
    await page.keyboard.press('Enter');
    await page.getByText('Etapa 2 de 2').waitFor();
    await page.getByLabel('Telefone').fill('(66) 99999-7777');
    await page.goBack();
    await page.getByText('Etapa 1 de 2').waitFor();
    assert.equal(await page.getByLabel(/^Senha/).inputValue(), GOOD);
    await page.goForward();
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.getByText('Etapa 1 de 2').waitFor();
    await page.waitForFunction(() =>
      Object.values(localStorage).some((kept) => kept.includes('99999-7777')),
    );
    assert.ok(
      !(await page.evaluate(() => JSON.stringify(localStorage))).includes('Colheita'),
      'a password is not kept',
    );
    await page.goto('/produtor/cadastro?etapa=2');
    await page.getByText('Recuperamos o que você já tinha preenchido.').waitFor();
    await page.getByText('Etapa 1 de 2').waitFor();
    assert.deepEqual(
      [
        await page.getByLabel('Nome completo').inputValue(),
        await page.getByLabel(/^Senha/).inputValue(),
      ],
      ['Rui Barros', ''],
    );
    await page.getByLabel(/^Senha/).fill(GOOD);
    await goOn(page);
    assert.equal(await page.getByLabel('Telefone').inputValue(), '(66) 99999-7777');
    assert.deepEqual(problems, []);
  });
});

describe('a new supplier', () => {
  it('registers with a CNPJ that contains letters, with its delivery area and its products', async () => {
    const { page, problems } = await portals.visitor();
    await page.goto('/fornecedor/cadastro');
    await page.getByLabel('CNPJ').fill('12abc34501de35');
    await page.getByLabel('Razão social').fill('Insumos do Cerrado Ltda');
    await page.getByLabel('E-mail').fill('vendas@cerrado.example');
    await page.getByLabel(/^Senha/).fill(GOOD);
    await goOn(page);
    await page.getByLabel('Telefone').fill('(64) 3333-4444');
    await fillPlace(page, { postalCode: '75901-000', state: 'GO', city: 'Rio Verde' });
    await page.getByLabel('Rua ou rodovia').fill('Rua das Sementes');
    await page.getByText('O que você vende e onde entrega').click();
    await page.getByLabel('Fertilizantes').check();
    await page.getByText('1 tipo escolhido').waitFor();
    await page.getByLabel('Municípios').check();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Escolha ao menos um município.').first().waitFor();
    // The search covers the whole country and ignores accents.
    await page.getByRole('combobox', { name: 'Acrescentar município' }).fill('sao felix do xin');
    await page.getByRole('option', { name: 'São Félix do Xingu/PA' }).click();
    await page
      .getByLabel(/^Estado(?!s)/)
      .last()
      .selectOption({ label: 'Goiás' });
    await page.getByRole('button', { name: 'Todo o estado (246)' }).click();
    await page.getByText('247 municípios escolhidos').waitFor();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByRole('heading', { name: 'Cotações urgentes' }).waitFor();
    await page.goto('/fornecedor/conta/produtos');
    await page.getByText('1 tipo escolhido').waitFor();
    assert.ok(await page.getByLabel('Fertilizantes').isChecked());
    await page.getByLabel('Defensivos').check();
    await page.getByRole('button', { name: 'Salvar tipos de produto' }).click();
    await page.getByText('Tipos de produto salvos.').waitFor();
    await page.getByRole('link', { name: 'Onde você entrega' }).click();
    await page.getByText('247 municípios escolhidos').waitFor();
    await page.getByLabel('Brasil todo').check();
    await page.getByRole('button', { name: 'Salvar área de entrega' }).click();
    await page.getByText('Área de entrega salva.').waitFor();
    await page.getByRole('link', { name: 'Dados' }).click();
    await page.getByText('12.ABC.345/01DE-35').waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('the account page', () => {
  it('changes addresses and the password', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/fornecedor', accounts.supplier);
    await page.goto('/fornecedor/conta/enderecos');
    await page.getByRole('button', { name: 'Novo endereço' }).click();
    await page.getByRole('button', { name: 'Salvar endereços' }).click();
    await page.getByText(/Confira \d campos antes de continuar/).waitFor();
    await page.getByRole('button', { name: 'Remover' }).last().click();
    await page.getByLabel('Complemento').first().fill('Galpão 3');
    await page.getByRole('button', { name: 'Salvar endereços' }).click();
    await page.getByText('Endereços salvos.').waitFor();
    await page.goto('/fornecedor/conta/senha');
    await page.getByLabel('Senha atual').fill('errada');
    await choosePassword(page, [/^Nova senha/, 'Repita a nova senha']);
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.getByText('A senha atual não confere.').first().waitFor();
    assert.deepEqual(problems, []);
  });

  it('marks notifications as read, one by one and all together', async () => {
    const { page, problems } = await portals.visitor();
    await enter(page, '/produtor', accounts.producer);
    await page.getByRole('button', { name: /^Notificações: \d+ não lidas/ }).click();
    await page
      .getByRole('group', { name: 'Notificações' })
      .getByText(/Nova proposta|propostas novas/)
      .first()
      .waitFor();
    await page
      .getByRole('group', { name: 'Notificações' })
      .getByRole('link', { name: 'Ver todas' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'Notificações' }).waitFor();
    await page.getByRole('button', { name: 'Marcar todas como lidas' }).click();
    await page.getByRole('button', { name: 'Notificações: nenhuma não lida' }).waitFor();
    await page.getByLabel('Não lidas', { exact: true }).check();
    await page.getByText('Nenhum resultado').waitFor();
    assert.equal(new URL(page.url()).search, '?mostrar=nao-lidas');
    assert.deepEqual(problems, []);
  });
});
