import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startMailServer } from '../../server/test/mail-server.ts';
import { startWhatsappDouble } from '../../server/test/whatsapp-double.ts';
import { dialog, go, goByMenu, openAdministration, row, sentFrom } from './admin.fixture.ts';
import { until } from '../../server/test/until.ts';
import { accounts, startPortals } from './portals.ts';
import { openMarket } from './supplier.fixture.ts';

const mail = await startMailServer();
const whatsapp = await startWhatsappDouble();
after(() => Promise.all([mail.close(), whatsapp.close()]));
const portals = await startPortals({ OUTBOUND_ALLOW: `${mail.target},${whatsapp.target}` });
const administration = await openAdministration(portals);
const market = await openMarket(portals);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inDialog = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const mailsTo = (address: string) => mail.received.filter(({ to }) => to.includes(address));

describe('the settings', () => {
  it('are changed together after a review, and a secret is written and never shown', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/configuracoes');
    await page.getByText('Nada a salvar.').waitFor();
    const sent = sentFrom(page);
    await page.getByLabel('Servidor SMTP').fill('127.0.0.1');
    await page.getByLabel('Porta').fill(String(mail.port));
    await page.getByLabel('Criptografia').selectOption({ label: 'Nenhuma' });
    await page.getByLabel('E-mail do remetente').fill('avisos@lavra.example');
    await page.getByLabel('Endereço da API', { exact: true }).fill(whatsapp.baseUrl);
    await page.getByLabel('Identificador do número').fill('5550001');
    await page.getByLabel('Token de acesso do WhatsApp').fill('token-muito-secreto');
    await page.getByText('7 alterações a salvar.').waitFor();
    assert.equal(await page.getByText('Alterado', { exact: true }).count(), 2);
    await button(page, 'Revisar e salvar').click();
    await dialog(page).getByText('vazio → 127.0.0.1').waitFor();
    await dialog(page).getByText('STARTTLS → Nenhuma').waitFor();
    await dialog(page).getByText('vazio → novo valor').waitFor();
    assert.equal(await dialog(page).getByText('token-muito-secreto').count(), 0);
    await inDialog(page, 'Salvar').dblclick();
    await page.getByText('Configurações salvas.').waitFor();
    assert.deepEqual(sent, ['PUT /api/v1/admin/settings']);
    await page.getByText('Nada a salvar.').waitFor();
    await page.reload();
    await button(page, 'Alterar Token de acesso do WhatsApp').waitFor();
    assert.doesNotMatch(await page.content(), /token-muito-secreto/);
    assert.equal(await page.getByLabel('Servidor SMTP').inputValue(), '127.0.0.1');
    assert.deepEqual(problems, []);
  });

  it('are refused together when one is invalid, at its field, and nothing is saved', async () => {
    const { page } = await administration.enter();
    await go(page, '/configuracoes');
    await page.getByLabel('Nome do remetente').fill('Outro nome');
    await page.getByLabel('Porta').fill('99999');
    await button(page, 'Revisar e salvar').click();
    await inDialog(page, 'Salvar').click();
    await dialog(page).getByRole('alert').waitFor();
    await inDialog(page, 'Cancelar').click();
    const port = page.getByLabel('Porta');
    assert.equal(await port.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('Nome do remetente').inputValue(), 'Outro nome');
    const { data } = (await administration.ask('GET', '/api/v1/admin/settings')) as {
      data: { mail: { key: string; value: unknown }[] };
    };
    assert.equal(data.mail.find(({ key }) => key === 'mail.from_name')?.value, 'Lavra');
    await button(page, 'Desfazer').click();
    assert.equal(await port.inputValue(), String(mail.port));
  });

  it('are not left unsaved without a question, which can be answered either way', async () => {
    const { page } = await administration.enter();
    await go(page, '/configuracoes');
    await page.getByLabel('Nome do remetente').fill('Quase');
    await goByMenu(page, 'Canais de aviso');
    await dialog(page).getByText('Sair sem salvar?').waitFor();
    await inDialog(page, 'Cancelar').click();
    assert.equal(await page.getByLabel('Nome do remetente').inputValue(), 'Quase');
    await goByMenu(page, 'Canais de aviso');
    await inDialog(page, 'Sair sem salvar').click();
    await page.getByRole('heading', { level: 1, name: 'Canais de aviso' }).waitFor();
    await page.goBack();
    await page.getByText('Nada a salvar.').waitFor();
  });

  it('are tested with a mail that arrives, and with a WhatsApp message whose error is explained', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/configuracoes');
    const test = page.getByRole('form', { name: 'Testar o e-mail' });
    await test.getByRole('textbox').fill('ana@teste.example');
    await test.getByRole('button').dblclick();
    await test.getByText('E-mail de teste enviado.').waitFor();
    assert.equal(mailsTo('ana@teste.example').length, 1);
    assert.equal(mailsTo('ana@teste.example')[0]?.from, 'avisos@lavra.example');
    mail.refuseRecipient = { code: 550, text: '5.1.1 No such user' };
    await test.getByRole('button').click();
    await test
      .getByText(/O envio de teste falhou\. O servidor respondeu: .*No such user/)
      .waitFor();
    mail.refuseRecipient = null;

    const message = page.getByRole('form', { name: 'Testar o WhatsApp' });
    await message.getByRole('textbox').fill('9999');
    await message.getByRole('button').click();
    await message
      .getByText(/DDD|telefone|celular/i)
      .last()
      .waitFor();
    await message.getByRole('textbox').fill('(65) 99999-8888');
    whatsapp.answers.push({
      status: 400,
      body: { error: { message: 'Template name does not exist', code: 132_001 } },
    });
    await message.getByRole('button').click();
    await message.getByText(/O envio de teste falhou\..*Template name does not exist/).waitFor();
    await message.getByRole('button').click();
    await message.getByText('Mensagem de teste enviada ao WhatsApp.').waitFor();
    assert.equal(whatsapp.messages.at(-1)?.to, '+5565999998888');
    assert.equal(whatsapp.messages.at(-1)?.authorization, 'Bearer token-muito-secreto');
    assert.deepEqual(problems, []);
  });

  it('keep a secret that is not edited, and accept a new one', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/configuracoes');
    await button(page, 'Alterar Token de acesso do WhatsApp').click();
    await page.getByLabel('Token de acesso do WhatsApp').fill('xx');
    await button(page, 'Manter o que está guardado').click();
    await page.getByText('Nada a salvar.').waitFor();
    await button(page, 'Alterar Token de acesso do WhatsApp').click();
    await page.getByLabel('Token de acesso do WhatsApp').fill('token-trocado');
    await button(page, 'Revisar e salvar').click();
    await dialog(page).getByText('guardado → novo valor').waitFor();
    await inDialog(page, 'Salvar').click();
    await page.getByText('Configurações salvas.').waitFor();
    const message = page.getByRole('form', { name: 'Testar o WhatsApp' });
    await message.getByRole('textbox').fill('(65) 99999-8888');
    await message.getByRole('button').click();
    await message.getByText('Mensagem de teste enviada ao WhatsApp.').waitFor();
    assert.equal(whatsapp.messages.at(-1)?.authorization, 'Bearer token-trocado');
    assert.deepEqual(problems, []);
  });
});

describe('the notification channels', () => {
  it('are switched for several profiles and saved together, and then used', async () => {
    const { page, problems } = await administration.enter();
    await administration.ask('PUT', '/api/v1/admin/settings', {
      settings: [{ key: 'orders.require_approval', value: true }],
    });
    await go(page, '/canais');
    await page.getByRole('switch', { name: 'Cotação aprovada: E-mail' }).check();
    await page.getByRole('switch', { name: 'Decisão pendente: E-mail' }).check();
    await page.getByRole('switch', { name: 'Decisão pendente: E-mail' }).uncheck();
    await page.getByText('1 alteração a salvar.').waitFor();
    await page.getByRole('radio', { name: 'Administração' }).check();
    await page.getByRole('switch').first().click();
    await page.getByText('2 alterações a salvar, também em outro perfil.').waitFor();
    await page.getByRole('radio', { name: 'Produtores' }).check();
    await page.getByRole('switch', { name: 'Nova proposta recebida: Obrigatório' }).check();
    await page.getByText('3 alterações a salvar, também em outro perfil.').waitFor();
    const sent = sentFrom(page);
    await button(page, 'Salvar').dblclick();
    await page.getByText('Canais de aviso salvos.').waitFor();
    assert.deepEqual(sent, ['PUT /api/v1/admin/notification-channels']);
    await page.reload();
    await page.getByRole('radio', { name: 'Produtores' }).check();
    assert.ok(await page.getByRole('switch', { name: 'Cotação aprovada: E-mail' }).isChecked());
    const required = page.getByRole('switch', { name: 'Nova proposta recebida: Obrigatório' });
    assert.ok(await required.isChecked());
    assert.ok(
      await page.getByRole('switch', { name: 'Nova proposta recebida: E-mail' }).isChecked(),
      'what was on stays on',
    );

    const { uuid } = await market.publish('Aprovada e avisada', 1);
    await administration.ask('POST', `/api/v1/admin/orders/${uuid}/approve`);
    await until('the mail arrives', () =>
      mailsTo(accounts.producer).some(({ text }) => text.includes('Aprovada e avisada')),
    );
    assert.deepEqual(problems, []);
  });
});

describe('the list of failed deliveries', () => {
  it('shows a notification with the reason, and sends it again once on a double click', async () => {
    mail.refuseRecipient = { code: 550, text: '5.1.1 No such user' };
    const { uuid } = await market.publish('Aviso que não sai', 1);
    await administration.ask('POST', `/api/v1/admin/orders/${uuid}/approve`);
    await until(
      'a delivery fails',
      async () =>
        (await administration.list(`/api/v1/admin/deliveries?state=failed&q=${accounts.producer}`))
          .length > 0,
    );
    mail.refuseRecipient = null;
    const { page, problems } = await administration.enter();
    await go(page, `/falhas/envios?busca=${accounts.producer}`);
    const before = mailsTo(accounts.producer).length;
    await button(page, 'Fazenda Demonstração Sorriso').first().click();
    await dialog(page).getByText('Cotação aprovada').first().waitFor();
    await inDialog(page, 'Enviar de novo').click();
    await dialog(page).getByRole('heading', { name: 'Enviar de novo?' }).waitFor();
    const sent = sentFrom(page);
    await inDialog(page, 'Enviar de novo').dblclick();
    await page.getByText('O aviso voltou à fila.').waitFor();
    assert.equal(sent.length, 1);
    await until('the mail is sent again', () => mailsTo(accounts.producer).length === before + 1);
    await go(page, `/falhas/envios?situacao=sent&busca=${accounts.producer}`);
    await row(page, /Cotação aprovada/)
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });

  it('warns that a WhatsApp message may have arrived before it is sent again', async () => {
    await administration.ask('PUT', '/api/v1/admin/notification-channels', {
      channels: [
        { profile: 'producer', event: 'order.approved', channel: 'whatsapp', enabled: true },
      ],
    });
    const producer = await administration.as(accounts.producer, 'produtor');
    await producer('PUT', '/api/v1/user/profile', { mobile: '66999998888' });
    whatsapp.answers.push('drop');
    const { uuid } = await market.publish('Mensagem em dúvida', 1);
    await administration.ask('POST', `/api/v1/admin/orders/${uuid}/approve`);
    await until(
      'a delivery has an unknown outcome',
      async () => (await administration.list('/api/v1/admin/deliveries?state=unknown')).length > 0,
    );
    const { page, problems } = await administration.enter();
    await go(page, '/falhas/envios?situacao=unknown&canal=whatsapp');
    await button(page, /^Enviar de novo a/).click();
    await dialog(page)
      .getByText('O aviso anterior pode ter chegado: este pode ser o segundo.')
      .waitFor();
    const before = whatsapp.messages.length;
    await inDialog(page, 'Enviar de novo').click();
    await page.getByText('O aviso voltou à fila.').waitFor();
    await until('the message is sent again', () => whatsapp.messages.length === before + 1);
    assert.deepEqual(problems, []);
  });

  it('shows a failed job with its last error, and repeats it once on a double click', async () => {
    mail.refuseRecipient = { code: 550, text: '5.1.1 No such user' };
    const { id } = await administration.ask('POST', '/api/v1/admin/consultants', {
      name: 'Rui Prado',
      email: 'rui@campo.example',
      phone: '(65) 3027-0000',
    });
    await administration.ask('POST', `/api/v1/admin/consultants/${String(id)}/activation`);
    await until(
      'a job fails',
      async () => (await administration.list('/api/v1/admin/jobs')).length > 0,
    );
    mail.refuseRecipient = null;
    const { page, problems } = await administration.enter();
    await go(page, '/falhas');
    await button(page, 'E-mail de conta').first().click();
    await dialog(page)
      .getByText(/550|recus/)
      .first()
      .waitFor();
    await inDialog(page, 'Tentar de novo').click();
    await dialog(page).getByRole('heading', { name: 'Tentar de novo?' }).waitFor();
    const sent = sentFrom(page);
    await inDialog(page, 'Tentar de novo').dblclick();
    await page.getByText('A tarefa voltou à fila.').waitFor();
    assert.equal(sent.length, 1);
    await until('the mail arrives', () => mailsTo('rui@campo.example').length === 1);
    await page.getByRole('radio', { name: 'Tentadas de novo' }).check();
    await row(page, /E-mail de conta/)
      .first()
      .waitFor();
    assert.deepEqual(problems, []);
  });
});

describe('a page', () => {
  it('is written beside its preview, cleaned when it is saved, published, and deactivated', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/conteudo/nova');
    await page.getByLabel('Título').fill('Como funciona');
    await page
      .getByLabel('Texto em HTML')
      .fill(
        '<h2>Em três passos</h2><p onclick="alert(1)">Peça, compare, ' +
          'escolha.</p><script>alert(1)</script><a href="javascript:alert(1)">não</a>',
      );
    const preview = page
      .getByRole('region', { name: 'Como vai ficar' })
      .or(page.locator('section', { hasText: 'Como vai ficar' }))
      .last();
    await preview.getByRole('heading', { name: 'Em três passos' }).waitFor();
    assert.equal(await preview.locator('script, [onclick], a[href^="javascript"]').count(), 0);
    const sent = sentFrom(page);
    await button(page, 'Criar página').dblclick();
    await page.getByRole('heading', { level: 1, name: 'Como funciona' }).waitFor();
    assert.equal(sent.length, 1);
    await page.waitForURL(/conteudo\/\d+/);
    assert.equal(
      await page.getByLabel('Texto em HTML').inputValue(),
      '<h2>Em três passos</h2><p>Peça, compare, escolha.</p><a>não</a>',
    );

    const { page: reader } = await portals.visitor();
    await reader.goto('/produtor/paginas/como-funciona');
    await reader.getByRole('heading', { name: 'Em três passos' }).waitFor();
    await page.getByLabel('Situação').selectOption({ label: 'Fora do ar' });
    await button(page, 'Salvar página').click();
    await page.getByText('Como funciona: salva.').waitFor();
    const { page: later } = await portals.visitor();
    await later.goto('/produtor/paginas/como-funciona');
    await later.getByRole('heading', { name: /não (foi )?encontrad|não existe/i }).waitFor();
    assert.equal((await portals.api('GET', '/api/v1/pages/como-funciona')).status, 404);

    await go(page, '/conteudo');
    assert.equal(await button(page, 'Excluir Termos de uso').count(), 0);
    await button(page, 'Excluir Como funciona').click();
    await inDialog(page, 'Excluir página').dblclick();
    await row(page, /Como funciona/).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});

describe('plans and their features', () => {
  it('include a plan created once on a double click, made the default in place of another, and deactivated', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/planos?perfil=producer');
    const sent = sentFrom(page);
    await button(page, 'Novo plano').click();
    await dialog(page).getByLabel('Nome').fill('Produtor Safra');
    await dialog(page).getByLabel('Preço mensal').fill('59,9');
    await dialog(page)
      .getByLabel(/^Plano padrão/)
      .check();
    await dialog(page)
      .getByText(/O plano Produtor Essencial deixa de ser o padrão/)
      .waitFor();
    await dialog(page)
      .getByLabel(/^Plano padrão/)
      .uncheck();
    await inDialog(page, 'Criar plano').dblclick();
    await page.getByText('Plano Produtor Safra criado.').waitFor();
    assert.equal(sent.length, 1);
    await row(page, /Produtor Safra/)
      .getByText('R$ 59,90')
      .waitFor();
    await button(page, 'Subir o plano Produtor Safra').click();
    await page.getByText(/^Produtor Safra agora é o \dº do perfil\.$/).waitFor();
    await button(page, 'Desativar o plano Produtor Safra').click();
    await inDialog(page, 'Desativar plano').click();
    await row(page, /Produtor Safra/)
      .getByText('Desativado')
      .waitFor();
    assert.equal(await button(page, 'Desativar o plano Produtor Essencial').count(), 0);
    assert.deepEqual(problems, []);
  });

  it('are changed for several profiles and saved together, with changes marked and kept meanwhile', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/planos/matriz');
    await page.getByLabel('Itens por cotação, Produtor Essencial: limite').fill('120');
    await page.getByText('alterado', { exact: true }).waitFor();
    await page.getByRole('radio', { name: 'Fornecedor' }).check();
    await page
      .getByLabel('Proposta por planilha, Fornecedor Essencial')
      .selectOption({ label: 'não' });
    await page.getByText('Alterados: Produtor Essencial, Fornecedor Essencial.').waitFor();
    const sent = sentFrom(page);
    await button(page, 'Salvar').dblclick();
    await page.getByText('2 planos salvos.').waitFor();
    assert.equal(sent.length, 2);
    await page.reload();
    await page.getByRole('radio', { name: 'Produtor' }).check();
    assert.equal(
      await page.getByLabel('Itens por cotação, Produtor Essencial: limite').inputValue(),
      '120',
    );
    assert.deepEqual(problems, []);
  });

  it('include a feature that keeps its key, and is deleted only while no plan has it', async () => {
    const { page, problems } = await administration.enter();
    await go(page, '/planos/recursos');
    await button(page, 'Novo recurso').click();
    await dialog(page).getByLabel('Nome').fill('Relatórios por e-mail');
    await dialog(page).getByLabel('Chave').fill('Relatórios');
    await inDialog(page, 'Criar recurso').click();
    await dialog(page)
      .getByText(/Use letras minúsculas/)
      .first()
      .waitFor();
    await dialog(page).getByLabel('Chave').fill('reports.by_mail');
    await inDialog(page, 'Criar recurso').dblclick();
    await page.getByText('Recurso Relatórios por e-mail salvo.').waitFor();
    await button(page, 'Relatórios por e-mail').first().click();
    assert.equal(await dialog(page).getByLabel('Chave').count(), 0);
    await inDialog(page, 'Cancelar').click();
    assert.equal(await button(page, 'Excluir o recurso Itens por cotação').count(), 0);
    await button(page, 'Excluir o recurso Relatórios por e-mail').click();
    await inDialog(page, 'Excluir recurso').click();
    await row(page, /Relatórios por e-mail/).waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });
});
