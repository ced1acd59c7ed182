import { useEffect } from 'react'
import { InlineScript } from '../inline.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

/** What `registerServiceWorker` does, for a page whose script never starts. Written for old browsers. */
const source = import.meta.env.SSR
	? `addEventListener('load',function(){var s=navigator.serviceWorker;s&&setTimeout(function(){s.register('/sw.js',{updateViaCache:'all'}).catch(function(){})},2000)})`
	: ''

/** On the page of an own booking: from now on this phone keeps its ticket, on a slow line too. */
export function KeepTickets() {
	useEffect(() => {
		registerServiceWorker().catch(() => {})
	}, [])
	return <InlineScript text={source} />
}
