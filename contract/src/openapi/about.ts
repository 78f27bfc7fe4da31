/** Introduction of the document, in Markdown: what every client must know. */
export const aboutTheApi = `
Cotações de insumos agrícolas: o produtor pede, os fornecedores respondem, o produtor compara e escolhe.

**Acesso.** Envie \`Authorization: Bearer <token>\` com o token de \`POST /api/v1/login\`. Antes ou até 7 dias depois de expirar, troque-o em \`POST /api/v1/refresh\`.

**Formatos.** Corpos em JSON (\`application/json\`). Datas como \`AAAA-MM-DD\`; instantes como \`AAAA-MM-DD HH:MM:SS\`, no fuso da plataforma. Valores são números decimais em reais.

**Respostas.** O sucesso é sempre 200. Uma recusa traz \`error\` (uma frase para mostrar), \`code\` (um código estável, para programar) e \`request_id\` (cite-o ao suporte). Quando há campos errados, traz também \`errors\`, com as frases por campo: \`{"items.0.unit_price": ["…"]}\`.

**Listas.** \`page\` e \`per_page\` escolhem a página. Para percorrer tudo sem repetir nem pular linhas, siga \`meta.next_cursor\` em \`cursor\`.

**Repetição segura.** Em todo POST com sessão, uma \`Idempotency-Key\` faz a repetição devolver a primeira resposta, por 24 horas. Guardam-se até 16 MiB de respostas por pessoa nesse tempo; além disso uma chave nova recebe 429, e sem chave a requisição segue.

**Edição concorrente.** Cotações e propostas têm versão, enviada como \`ETag\`. Com \`If-Match\`, uma alteração sobre versão antiga é recusada com 409.

**Pouco tráfego.** Respostas grandes em texto vêm comprimidas a quem envia \`Accept-Encoding: br\` ou \`gzip\`. A resposta de um GET sem versão (listas, painéis) traz \`ETag\`: envie-o de volta em \`If-None-Match\`, e, se nada mudou, a resposta é 304, sem corpo.

**Limites.** Até 1 MiB por corpo. Passado o limite de requisições, a resposta é 429, e \`Retry-After\` diz quantos segundos esperar.
`.trim();
