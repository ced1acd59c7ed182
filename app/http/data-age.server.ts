import { type AppLoadContext, redirectDocument, type ServerBuild } from '@remix-run/cloudflare'
import { clockOrMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { withModules } from './around-remix.ts'
import type { Flash } from './flash.server.ts'

type Loader = NonNullable<NonNullable<ServerBuild['routes'][string]>['module']['loader']>

/** The running loaders of a request, without the root's. */
const underWay = new WeakMap<AppLoadContext, Promise<unknown>[]>()

/**
 * Wraps the app: a page that an old replica answered says how old it is (W54). The root's message says so, so it waits
 * for the other loaders. A data request may leave out the root, so it is redirected to the document.
 */
export function showDataAge(build: ServerBuild): ServerBuild {
	return withModules(build, (module, id) => {
		const { loader } = module
		if (!module.default || !loader) return module
		return { ...module, loader: id === 'root' ? afterOthers(loader) : underWatch(loader) }
	})
}

function underWatch(loader: Loader): Loader {
	return async (args) => {
		const { context, request } = args
		const loading = Promise.resolve(loader(args))
		underWay.set(context, [...(underWay.get(context) ?? []), loading])
		const loaded = await loading
		if (context.asksForData && context.response.asOf !== null) throw redirectDocument(pathAndQuery(request))
		return loaded
	}
}

function afterOthers(loader: Loader): Loader {
	return async (args) => {
		// Remix calls the root's loader first, and the others in the same turn.
		await Promise.resolve()
		await Promise.allSettled(underWay.get(args.context) ?? [])
		return loader(args)
	}
}

function pathAndQuery({ url }: Request): string {
	const { pathname, search } = new URL(url)
	return pathname + search
}

/**
 * Adds the age of an old replica's page after the page's own message (W54). `asOf`: 0 when unknown, null for a current
 * page.
 */
export function withAge(flash: Flash | null, asOf: Instant | null, now: Instant): Flash | null {
	if (asOf === null) return flash
	const moment =
		asOf === 0 ? '' : `It shows how things stood at ${clockOrMomentLabelAt(DEFAULT_ZONE, asOf, now)}. `
	const text = `${moment}You may not be able to save changes right now.`
	if (flash)
		return {
			...flash,
			description: [flash.description, 'This page may be out of date.', text].filter(Boolean).join(' '),
		}
	return { id: `as-of-${asOf}`, title: 'This page may be out of date', description: text }
}
