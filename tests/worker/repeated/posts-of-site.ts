import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchRoutes } from '@remix-run/react'
import type { ZodType } from 'zod'
import { rowForm } from '#app/kernel/described-form.server.ts'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import { type ServedRoute, servedRoutes } from '#scripts/site/route-table.ts'

/** The posts that a route takes: by their `intent`, by a field that only one of its forms has, or '' for one form. */
type RoutePosts = { path: string; kinds: string[] }

/** Every post of the site, from its built routes and the schemas that read their forms. */
export async function postsOfSite(): Promise<RoutePosts[]> {
	const routes = (await servedRoutes()).filter(({ takesPosts }) => takesPosts)
	return Promise.all(routes.map(async ({ id, path }) => ({ path, kinds: kindsOf(await schemasOf(id)) })))
}

/** The kinds of posts that these schemas of one route read. */
export function kindsOf(schemas: ZodType[]): string[] {
	const forms = schemas.flatMap(formsOf)
	const kinds = forms.flatMap((form) => {
		if (form.intent) return [...valuesOf(form.intent), ...(form.intent.def.type === 'optional' ? [''] : [])]
		const others = forms.filter((other) => other !== form)
		const own = Object.keys(form).find(
			(name) => isNeeded(form[name]) && others.every((other) => !other[name]),
		)
		return [others.length > 0 ? (own ?? '') : '']
	})
	return kinds.length === 0 ? [''] : [...new Set(kinds)]
}

const isNeeded = (field: ZodType | undefined) => field?.safeParse(undefined).success === false

/** A post's name in the list: '/kiosk/block block', '/login'. */
export function nameOfPost(
	posts: readonly RoutePosts[],
	path: string,
	body: string | URLSearchParams,
): string {
	const { pathname } = new URL(path, 'http://site')
	const found = matchRoutes(
		posts.map((one) => ({ id: one.path, path: one.path })),
		pathname,
	)
	const route = posts.find((one) => one.path === found?.at(-1)?.route.id)
	if (!route) throw new Error(`no route takes posts at ${pathname}`)
	const sent = new URLSearchParams(body)
	const intent = route.kinds.find((kind) => kind === sent.get('intent'))
	const kind = intent ?? route.kinds.find((field) => sent.has(field))
	return nameOf(route.path, kind ?? '')
}

const nameOf = (path: string, kind: string) => `${path} ${kind}`.trim()

export const namesOf = (posts: readonly RoutePosts[]): string[] =>
	posts.flatMap(({ path, kinds }) => kinds.map((kind) => nameOf(path, kind)))

/** The schemas by which a route's files read a form. */
async function schemasOf(routeId: ServedRoute['id']): Promise<ZodType[]> {
	const at = join(PROJECT_ROOT, 'app', routeId.replace(/\/route$/, ''))
	const isFolder = statSync(at, { throwIfNoEntry: false })?.isDirectory()
	const files = isFolder ? readdirSync(at).map((name) => join(at, name)) : [`${at}.tsx`, `${at}.ts`]
	const schemas: ZodType[] = []
	for (const file of files.filter((one) => /\.tsx?$/.test(one) && statSync(one, { throwIfNoEntry: false }))) {
		const text = readFileSync(file, 'utf8')
		const imported = async (name: string) => {
			const [, from = ''] =
				new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#([^']+)'`).exec(text) ?? []
			return (await import(pathToFileURL(join(PROJECT_ROOT, from)).href))[name]
		}
		for (const [, name = '', member] of text.matchAll(/\bschema: (\w+)(\.schema)?/g)) {
			// The form of a row is made of its fields.
			const [, fields = ''] = (member && /\bfields: (\w+)/.exec(text)) || []
			schemas.push(member ? rowForm(await imported(fields)).schema : await imported(name))
		}
	}
	return schemas
}

// biome-ignore lint/suspicious/noExplicitAny: zod does not type what a schema of any kind is made of.
type Made = any

/** The fields of each object that a schema reads. */
function formsOf(schema: ZodType): Record<string, ZodType>[] {
	const def: Made = schema.def
	if (def.type === 'pipe') return formsOf(def.in)
	if (def.type === 'union') return def.options.flatMap(formsOf)
	return [def.shape]
}

function valuesOf(schema: ZodType): string[] {
	const def: Made = schema.def
	if (def.innerType) return valuesOf(def.innerType)
	return def.type === 'literal' ? def.values : Object.values(def.entries)
}
