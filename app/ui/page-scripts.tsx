import { InlineScript } from './inline.tsx'
import { useServerPage } from './server-page.ts'

/** Type of Remix's module script and rel of its preloads. Browsers ignore both values, so script and preloads wait. */
export const waitingType = 'text/waiting'
export const waitingRel = 'waiting'

/** The storage key of two URLs: of a page that reloads, and of its navigation's target (entry.client.tsx). */
export const unfinishedKey = 'unfinished'

/**
 * Starts the app's script when the page is idle, or at the first touch. On a slow connection, or with data saver on,
 * only a touch of `data-needs-script` starts it: links and forms work without (P3, P4). Remix needs
 * the browser's storage: where it is forbidden, the app stays plain pages. Written for old browsers, sent unchanged
 * by the server alone.
 */
const source = import.meta.env.SSR
	? `(function(d,w,n,u){
try{u=(sessionStorage.getItem('${unfinishedKey}')||'').split(' ');sessionStorage.removeItem('${unfinishedKey}');if(u[1]&&u[0]===location.href&&u[1]!==u[0]&&performance.navigation.type===1)return location.replace(u[1])}catch(e){return}
var c=navigator.connection||{},slow=w.slowLine=c.saveData||/[23]g/.test(c.effectiveType||''),on=0;
function go(){if(on++)return;
d.querySelectorAll('link[rel=${waitingRel}]').forEach(function(l){l.nonce=n;l.rel='modulepreload'});
var s=d.querySelector('script[type="${waitingType}"]'),m=d.createElement('script');
if(!s)return;m.type='module';m.nonce=n;m.textContent=s.textContent;d.body.appendChild(m);m.remove()}
function touch(e){if(!slow||e.target.closest&&e.target.closest('[data-needs-script]'))go()}
d.addEventListener('pointerdown',touch,true);d.addEventListener('keydown',touch,true);
w.addEventListener('beforeinstallprompt',function(e){e.preventDefault();w.installOffer=e});
if(!slow)w.addEventListener('load',function(){w.requestIdleCallback?requestIdleCallback(go,{timeout:5000}):setTimeout(go,500)})
})(document,window,document.currentScript.nonce)`
	: ''

/** With data saver each connection counts as slow. */
export function StartScript({ savesData = false }: { savesData?: boolean }) {
	return <InlineScript text={savesData ? source.replace('=c.saveData', '=1') : source} />
}

declare global {
	interface Window {
		/** Path and query of the served page. */
		shownPath: string
	}
}

/**
 * Until hydration (entry.client.tsx) Back and Forward load the page. Otherwise the router would render that address
 * with this page's data, and fail. It stands first in the page. `replace`, because `reload` could repeat a
 * post. Only the server sends the text.
 */
const guard = import.meta.env.SSR
	? `shownPath=location.pathname+location.search
onpopstate=function(e,path){e.stopImmediatePropagation();path=location.pathname+location.search;if(path!==shownPath)location.replace(path)}`
	: ''

export function HistoryGuard() {
	return <InlineScript text={guard} />
}

/**
 * Hands the loaders' data to the browser's router. Remix would stream this script; these pages are rendered whole. In
 * the browser the script renders empty, and hydration leaves the content alone.
 */
export function DataHandoff() {
	return <InlineScript text={useServerPage().handoff} />
}
