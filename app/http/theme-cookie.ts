import type { Theme } from '#app/kernel/vocabulary/identity.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** Null for the device's own theme. Not signed: it says nothing about a person; odd values are ignored. */
export function readTheme(request: Request): Exclude<Theme, 'system'> | null {
	const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
	return found === 'light' || found === 'dark' ? found : null
}

/** Removes the cookie for the device's own theme. */
export function themeHeader(theme: Theme): string {
	const age = theme === 'system' ? 0 : ONE_YEAR_SECONDS
	return `theme=${theme === 'system' ? '' : theme}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}`
}
