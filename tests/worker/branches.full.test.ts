import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import {
	type AppLoadContext,
	createRequestHandler,
	type EntryContext,
	redirect,
	type ServerBuild,
} from '@remix-run/cloudflare'
import { Outlet, RemixServer, Scripts } from '@remix-run/react'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { expect, test } from 'vitest'
import { branchHandler, type LazyServerBuild } from '#app/http/branch-handler.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { isDeep } from '#tests/support/deep.ts'

/** How many addresses are tried: `npm run test:deep` tries them all. */
const ADDRESSES = isDeep ? 10_000 : 300

const built: LazyServerBuild = await import(pathToFileURL(join(PROJECT_ROOT, 'build/server/index.js')).href)

/** The real route table. Its modules tell what they were asked, as page, data, redirect and failure. */
async function telling(build: LazyServerBuild): Promise<ServerBuild> {
	const routes = Object.entries(build.routes).map(async ([id, { load, ...route }]) => {
		const real = await load()
		const answer = ({ request, params }: { request: Request; params: object }) => {
			const { searchParams } = new URL(request.url)
			if (searchParams.has('leave') && id !== 'root') throw redirect(`/left-by/${encodeURIComponent(id)}`)
			if (searchParams.has('fail') && id !== 'root') throw new Response(id, { status: 418 })
			return Response.json({ id, params, method: request.method })
		}
		const isPage = real.default !== undefined
		const page = isPage && { default: id === 'root' ? Root : () => createElement('p', null, id) }
		const boundary = id === 'root' && { ErrorBoundary: () => createElement('body', null, 'failed') }
		const module = {
			loader: answer,
			...(real.action && { action: answer }),
			...page,
			...boundary,
		}
		return [id, { ...route, module }]
	})
	const entry = {
		module: { default: documentOf, handleDataRequest: (answer: Response) => answer, handleError: () => {} },
	}
	return { ...build, routes: Object.fromEntries(await Promise.all(routes)), entry } as unknown as ServerBuild
}

/** Its routes are loaded when they are asked for, as the Worker's are. */
function lazily(build: ServerBuild): LazyServerBuild {
	const routes = Object.entries(build.routes).map(([id, { module, ...route }]) => [
		id,
		{ ...route, load: async () => module },
	])
	return { ...build, routes: Object.fromEntries(routes) }
}

function Root() {
	return createElement('body', null, createElement(Outlet), createElement(Scripts))
}

function documentOf(request: Request, status: number, headers: Headers, context: EntryContext) {
	return new Promise<Response>((resolve, reject) => {
		const page = renderToPipeableStream(createElement(RemixServer, { context, url: request.url }), {
			onAllReady: () => {
				const body = Readable.toWeb(page.pipe(new PassThrough())) as BodyInit
				resolve(new Response(body, { status, headers }))
			},
			onShellError: reject,
			onError: () => {},
		})
	})
}

/** A choice that falls alike in each run. */
function random(seed: number) {
	let state = seed
	return <T>(from: readonly T[]): T => {
		state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
		return from[Math.floor((state / 2_147_483_648) * from.length)] as T
	}
}

const words = [
	'some-id',
	'a.b',
	'a b',
	'Ẹwà',
	'%2F',
	'..',
	'new',
	'qr',
	'book',
	'visit.ics',
	'visitXics',
	'*',
	':id',
]
const twists = [
	(path: string) => path,
	(path: string) => path,
	(path: string) => `${path}.data`,
	(path: string) => `${path}/`,
	(path: string) => `${path}/more`,
	(path: string) => path.toUpperCase(),
	(path: string) => path.replace('/', '//'),
	(path: string) => `${path}x`,
	(path: string) => path.split('/').slice(0, -1).join('/') || '/',
]
const searches = ['', '', '', '?leave', '?fail', '?index', '?_routes=root', '?q=1']

/** Addresses as routes write them, with values of all kinds, and what is almost one. */
function addresses(build: ServerBuild): { method: string; address: string }[] {
	const pick = random(26)
	const paths = Object.values(build.routes).map((route) => `/${route?.path ?? ''}`)
	return Array.from({ length: ADDRESSES }, () => {
		const filled = pick(paths).replace(/:\w+\??|\*/g, () => encodeURI(pick(words)))
		return {
			method: pick(['GET', 'GET', 'GET', 'POST', 'HEAD']),
			address: pick(twists)(filled) + pick(searches),
		}
	})
}

async function answered(handle: (request: Request, context: AppLoadContext) => Promise<Response>, how: Ask) {
	const body = how.method === 'POST' ? new URLSearchParams({ name: 'value' }) : null
	const response = await handle(
		new Request(`https://wakati.example${how.address}`, { method: how.method, body }),
		{} as AppLoadContext,
	)
	return { status: response.status, headers: [...response.headers], text: await response.text() }
}

const ofBranch = (handle: ReturnType<typeof branchHandler>) => (request: Request, context: AppLoadContext) =>
	handle(request, async () => context)

type Ask = { method: string; address: string }

test('each address is answered by its branch as by the whole app', { timeout: 300_000 }, async () => {
	const app = await telling(built)
	const whole = createRequestHandler(app)
	const byBranch = branchHandler(lazily(app))
	const seen = new Set<string>()
	for (const ask of addresses(app)) {
		const expected = await answered(whole, ask)
		expect(await answered(ofBranch(byBranch), ask), `${ask.method} ${ask.address}`).toEqual(expected)
		seen.add(`${expected.status}`)
	}
	expect([...seen].sort()).toEqual(expect.arrayContaining(['200', '202', '302', '405', '418']))
})

test('a page of one branch tells its script of the same routes as the whole app does', async () => {
	const app = await telling(built)
	const manifest = `/__manifest?version=${app.assets.version}&p=%2Fwallet&p=%2Frewards%2F1%2Fvoucher`
	for (const address of ['/', '/booking/checkout', '/business/a/report', '/rewards/1/voucher', manifest]) {
		const ask = { method: 'GET', address }
		expect(await answered(ofBranch(branchHandler(lazily(app))), ask)).toEqual(
			await answered(createRequestHandler(app), ask),
		)
	}
})
