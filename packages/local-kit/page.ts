/** The page layout of the local services: plain HTML, and a script that sends a form once. */
import { html, raw } from "hono/html";

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1b1f27,#e8eaf0);--muted:light-dark(#5c6575,#9aa3b5);
--paper:light-dark(#f6f7f9,#12151b);--card:light-dark(#fff,#1a1e27);--line:light-dark(#dfe3ea,#2c3240);--field:light-dark(#868e9e,#6b7488);
--accent:light-dark(#3b5bdb,#8ea2ff);--on-accent:light-dark(#fff,#10131a);--bad:light-dark(#b3261e,#ff9d94);
--good:light-dark(#1a7f4b,#6fd6a0);--warn:light-dark(#fff3cd,#3a3013)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.15rem;margin:2rem 0 .75rem}
a{color:var(--accent)}p{margin:.5rem 0}.muted{color:var(--muted)}.small{font-size:.875rem}
.banner{background:var(--warn);padding:.4rem 1.25rem;text-align:center;font-size:.875rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:0 0 1rem}
.card>:first-child{margin-top:0}.card>:last-child,.card>details:last-child>:last-child{margin-bottom:0}
.columns{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));align-items:start}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}tr:last-child td{border-bottom:0}td.amount{text-align:right}details{margin:.75rem 0}summary{cursor:pointer}
th{color:var(--muted);font-weight:600}code{font:.85em ui-monospace,monospace;overflow-wrap:anywhere}
label,.field{display:block;margin:.75rem 0;font-size:.9rem}label,.field strong{font-weight:600}.columns>label{margin:0}
input,select,textarea{display:block;width:100%;margin-top:.25rem;padding:.6rem .7rem;font:inherit;font-size:1rem;font-weight:400;color:inherit;
background:var(--card);border:1px solid var(--field);border-radius:.5rem}::placeholder{color:var(--muted);opacity:1}
input[type=checkbox],input[type=radio]{display:inline-block;width:auto;margin:0 .4rem 0 0}
button,.button{display:inline-block;padding:.6rem 1rem;font:inherit;font-weight:600;cursor:pointer;border-radius:.5rem;
border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);text-decoration:none}
button.quiet,.button.quiet{background:transparent;color:var(--accent);border-color:var(--line)}
button.link{padding:0;border:0;background:none;color:var(--accent);font-weight:400;text-decoration:underline;white-space:nowrap}
button:disabled{opacity:.6;cursor:default}button.wide{width:100%}form.inline{display:inline}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
[role=alert]{color:var(--bad);font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}
tr:target{background:var(--warn)}
@media(max-width:44rem){.scroll thead{display:none}.scroll td{display:block;overflow-wrap:anywhere}.scroll td:not(:last-child){border:0;padding-bottom:0}
.stacked thead{display:none}.stacked tr{display:block;padding:.75rem 0;border-bottom:1px solid var(--line)}
.stacked tr:last-child{border-bottom:0}.stacked td{display:flex;gap:.75rem;padding:.15rem 0;border:0}
.stacked td>div{min-width:0;overflow-wrap:anywhere}.stacked td>div:empty{display:none}
.stacked td::before{content:attr(data-label);flex:0 0 6.5rem;color:var(--muted)}.stacked td:has(>div:empty){display:none}}
.price{font-size:2rem;font-weight:700;margin:.25rem 0}
.tag{display:inline-block;padding:.05rem .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.8rem}
`;

/**
 * A pressed button is locked after its value has been read, until the page is shown again from the history.
 */
const SEND_ONCE = `
addEventListener("submit", ({ submitter }) => setTimeout(() => { if (submitter) submitter.disabled = true }));
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("button")) button.disabled = false });
`;

/** The result of Hono's `html` tag, which escapes interpolated values. */
export type Markup = ReturnType<typeof html>;

/** Responds with a complete HTML document, not cacheable. */
export function renderPage(
  title: string,
  body: Markup,
  options: { status?: number } = {},
): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
<script>${raw(SEND_ONCE)}</script>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(document.toString(), {
    status: options.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
