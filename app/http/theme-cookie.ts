export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

const ONE_YEAR_SECONDS = 31_536_000

/** The chosen look; null for the phone's own. Not signed: it says nothing of anybody, and what is made up is ignored. */
export function readTheme(request: Request): Exclude<Theme, 'system'> | null {
	const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
	return found === 'light' || found === 'dark' ? found : null
}

/** The `Set-Cookie` value of a choice; the phone's own look is no cookie. */
export function themeHeader(theme: Theme): string {
	const age = theme === 'system' ? 0 : ONE_YEAR_SECONDS
	return `theme=${theme === 'system' ? '' : theme}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}`
}
