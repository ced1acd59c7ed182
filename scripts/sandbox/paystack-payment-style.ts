/** Light and dark; as wide as a phone. */
export const paymentPageStyle = `
:root{--paper:#f4f1ea;--sheet:#fff;--ink:#1d1b2c;--soft:#5d5a6b;--line:#8c889a;--main:#2b2f77;--on-main:#fff;--warn:#fbe3b0;--bad:#a3341c;--good:#1f6b42}
@media(prefers-color-scheme:dark){:root{--paper:#14131c;--sheet:#1f1d2b;--ink:#f1eff8;--soft:#b3afc4;--line:#7f7a94;--main:#aab0ff;--on-main:#14131c;--warn:#4a3a12;--bad:#ff9c84;--good:#83d9a8}}
body{background:var(--paper);color:var(--ink);max-width:27rem;margin:0 auto;padding:0 1rem 2rem}
main>*{margin:1rem 0}h1{font-size:2.4rem;line-height:1.1;letter-spacing:-.02em;margin:.25rem 0 .75rem;font-variant-numeric:tabular-nums}
.sandbox{background:var(--warn);padding:.75rem 1rem;border-radius:0 0 14px 14px;margin-top:0;font-size:.9rem}
.sandbox strong{display:block;letter-spacing:.08em;text-transform:uppercase;font-size:.8rem}
header p{margin:0;color:var(--soft);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0;font-size:.95rem}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
details{background:var(--sheet);border-radius:16px;padding:0 1rem}
summary{font-weight:700;padding:1rem 0;cursor:pointer}
form{padding-bottom:1rem;display:grid;gap:1rem}form p{margin:0}
fieldset{border:0;margin:0;padding:0;display:grid;gap:.5rem}legend{color:var(--soft);font-size:.9rem;padding:0 0 .5rem}
.card{display:flex;gap:.75rem;align-items:center;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:12px}
.card:has(:checked){border-color:var(--main);box-shadow:inset 0 0 0 1px var(--main)}
.card b{font-variant-numeric:tabular-nums;letter-spacing:.03em}.card small{display:block;color:var(--soft);font-size:.85rem}
input[type=radio]{flex:none;width:1.25rem;height:1.25rem;accent-color:var(--main);margin:0}
input:not([type=radio]){display:block;box-sizing:border-box;width:100%;margin-top:.35rem;padding:.75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:12px}
.main{display:block;box-sizing:border-box;width:100%;padding:.9rem;border:0;border-radius:14px;background:var(--main);color:var(--on-main);font:inherit;font-weight:700;text-align:center;text-decoration:none;cursor:pointer}
.code{font-size:1.6rem;font-weight:700;text-align:center;font-variant-numeric:tabular-nums}
.problem{color:var(--bad);font-weight:600}.paid{color:var(--good);font-weight:700;font-size:1.2rem}
.cancel{text-align:center;color:var(--soft);font-size:.9rem}.cancel a{display:inline-block;padding:.75rem 1.5rem;color:inherit}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}`
