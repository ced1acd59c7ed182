// Answers for pages while offline, and shows push messages. Pages come from the network. The only copies are tickets
// and a kiosk's list of today, which the server makes for it (app/routes/kept). Its rules: docs/decisions/094.

// The frame: the style and the script of all kept pages. It names no one.
const FRAME = '/offline'
// The copies of one person: one entry, deleted whole.
const KEPT = '/kept'
const FRAME_CACHE = 'frame-1'
const KEPT_CACHE = 'kept-1'
const MINUTE = 60_000
// Older copies are renewed when the network answers a page.
const FRESH = 5 * MINUTE
// A phone that was offline for longer deletes its copies.
const LONGEST = 30 * 24 * 60 * MINUTE
// After this wait a kept ticket is shown instead.
const PATIENCE = 4_000

// The `kept-for` of the last answer: who this browser is now.
let latest = null

addEventListener('install', (event) => {
	skipWaiting()
	event.waitUntil(keepFrame())
})

addEventListener('activate', (event) => {
	event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable(), dropOthers()]))
})

addEventListener('fetch', (event) => {
	const { request } = event
	const { origin, pathname } = new URL(request.url)
	if (origin !== location.origin) return
	if (request.mode === 'navigate') event.respondWith(answer(event, pathname))
	// A page with script requests only its data.
	else if (pathname.endsWith('.data')) event.respondWith(fetched(event))
})

/** The network's answer. On a slow connection a kept ticket; offline the kept page, or the frame. */
async function answer(event, pathname) {
	// A body can be read once: the page that offers to send it again reads the copy.
	const posted = event.request.method === 'POST' ? event.request.clone() : null
	const network = fetched(event)
	// A late answer counts too.
	event.waitUntil(network.catch(() => {}))
	try {
		if (!pathname.startsWith('/tickets/')) return await network
		const late = new Promise((resolve) => setTimeout(resolve, PATIENCE))
		const first = await Promise.race([network, late])
		if (first && first.status < 500) return first
		return (await keptPage(pathname, first ? 'busy' : 'slow')) ?? (await network)
	} catch {
		return posted ? unsentPage(posted) : ((await keptPage(pathname)) ?? offlinePage())
	}
}

/** Sends the request, and reads from the answer who this browser is. */
async function fetched(event) {
	const { request } = event
	const response = (await event.preloadResponse) ?? (await fetch(request))
	const heard = hear(response.headers.get('kept-for'), request.method !== 'GET')
	event.waitUntil(heard.catch(() => {}))
	return response
}

/** `mark` is 'release.theme.who'. An answer without a mark is not our server's. */
async function hear(mark, isChange) {
	if (!mark) return
	latest = mark
	const kept = await readKept()
	if (kept && whoOf(kept.for) !== whoOf(mark)) await drop()
	const frame = await caches.match(FRAME)
	if (frame?.headers.get('kept-for')?.replace(/[^.]*$/, '') !== mark.replace(/[^.]*$/, '')) await keepFrame()
	if (whoOf(mark) === '-') return
	const isFresh = kept?.for === mark && Math.abs(Date.now() - kept.at) < FRESH
	if (isChange || !isFresh) await keep()
}

function whoOf(mark) {
	return mark.slice(mark.lastIndexOf('.') + 1)
}

async function keepFrame() {
	const response = await fetch(FRAME)
	if (response.ok) await (await caches.open(FRAME_CACHE)).put(FRAME, response)
}

async function keep() {
	const response = await fetch(KEPT)
	if (!response.ok) return
	const told = await response.json()
	// Another person may have signed in while the answer was on its way.
	if (whoOf(told.for) !== whoOf(latest ?? told.for)) return
	if (whoOf(told.for) === '-') return drop()
	const kept = JSON.stringify({ ...told, at: Date.now(), ahead: told.now - Date.now() })
	await (await caches.open(KEPT_CACHE)).put(KEPT, new Response(kept))
}

/** The copies that may still be shown; deletes the others. Null without copies. */
async function readKept() {
	const response = await caches.match(KEPT)
	if (!response) return null
	const kept = await response.json()
	// The server's clock: a phone's may be wrong.
	const now = Date.now() + kept.ahead
	if (Math.abs(Date.now() - kept.at) > LONGEST) return drop()
	const items = kept.items.filter(({ until }) => until > now)
	if (items.length < kept.items.length) {
		const rest = new Response(JSON.stringify({ ...kept, items }))
		await (await caches.open(KEPT_CACHE)).put(KEPT, rest)
	}
	return { ...kept, items }
}

async function drop() {
	await caches.delete(KEPT_CACHE)
	return null
}

/** Deletes the caches of an older worker. */
async function dropOthers() {
	for (const name of await caches.keys())
		if (name !== FRAME_CACHE && name !== KEPT_CACHE) await caches.delete(name)
}

async function keptPage(pathname, mark) {
	const kept = await readKept()
	const item = kept?.items.find(({ path }) => path === pathname)
	if (!item) return null
	if (!item.body.startsWith('<!DOCTYPE')) return calendarFile(item)
	const frame = await caches.match(FRAME)
	if (!frame) return null
	const [style] = /<style[\s\S]*?<\/style>(<script[\s\S]*?<\/script>)?/.exec(await frame.text()) ?? ['']
	const page = shown(item.body, mark)
	return pageLike(
		frame,
		page.replace('<style></style>', () => style),
	)
}

/** The frame, with the rows of the copies. */
async function offlinePage() {
	const rows = ((await readKept())?.items ?? []).map(({ row }) => row ?? '').join('')
	return framed('__rows__', rows && list(rows), ['get'])
}

function list(rows) {
	return `<section class="section"><h2>Kept on this phone</h2><ul class="card rows">${rows}</ul></section>`
}

/** The frame, with the unsent form. The form is stored nowhere else, and has no passwords. */
async function unsentPage(request) {
	const fields = [...(await request.formData())].filter(([, value]) => typeof value === 'string')
	const held = fields.filter(([name]) => !/password|token|secret/i.test(name))
	const inputs = held.map(
		([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	)
	const form = `<form method="post" action="${escaped(request.url)}">${inputs.join('')}`
	return framed('__form__', form, held.length < fields.length ? ['post', 'secret'] : ['post'])
}

function escaped(text) {
	return text.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`)
}

async function framed(place, markup, marks) {
	const frame = await caches.match(FRAME)
	if (!frame) return Response.error()
	const page = marks.reduce(shown, await frame.text())
	return pageLike(
		frame,
		page.replace(place, () => markup),
		503,
	)
}

function calendarFile({ body, type }) {
	return new Response(body, {
		headers: { 'content-type': type, 'content-disposition': 'attachment; filename=visit.ics' },
	})
}

/** A page with the frame's content security policy, for the frame's style. */
function pageLike({ headers }, page, status = 200) {
	const policy = 'content-security-policy'
	const own = { 'content-type': 'text/html; charset=utf-8', [policy]: headers.get(policy) }
	return new Response(page, { status, headers: own })
}

/** Shows the parts of the page that stand in comments with this mark. */
function shown(page, mark) {
	return mark ? page.replaceAll(`<!--${mark} `, '').replaceAll(` ${mark}-->`, '') : page
}

addEventListener('push', (event) => {
	const { title, body, tag, path } = event.data.json()
	event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path }))
})

addEventListener('notificationclick', (event) => {
	event.notification.close()
	const url = new URL(event.notification.data, location.origin)
	if (url.origin === location.origin) event.waitUntil(clients.openWindow(url.href))
})
