import { InlineScript } from './inline.tsx'

/** The type that the server gives to Remix's module script, and the rel of its preloads, so that they wait. */
export const waitingType = 'text/waiting'
export const waitingRel = 'waiting'

/** The address a navigation was going to when the page had to reload (see entry.client.tsx). */
export const unfinishedKey = 'unfinished'

/**
 * Starts the app's script when the page is at rest, or at the first touch of anything; on a slow or metered line only at
 * a touch of something that needs it (`data-needs-script`), for links and forms work without (guide: performance P3, P4).
 * Where the browser forbids its storage, which Remix writes to, the app stays plain pages. Written for old browsers; sent as it stands, and only by the server: once React runs, it has done its work.
 */
const source = import.meta.env.SSR
	? `(function(d,w,n,u){
try{u=sessionStorage.getItem('${unfinishedKey}');if(u){sessionStorage.removeItem('${unfinishedKey}');if(u!==location.href)return location.replace(u)}}catch(e){return}
var c=navigator.connection||{},slow=c.saveData||/[23]g/.test(c.effectiveType||''),on=0;
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

export function StartScript() {
	return <InlineScript text={source} />
}
