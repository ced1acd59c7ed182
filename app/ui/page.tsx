import type { ReactNode } from 'react'

/** The main part of a screen. A `Form` that holds an `ActionBar` gets the class `fill`, so that the bar stays at the foot. */
export function Page({ children }: { children: ReactNode }) {
	return (
		<main id="content" tabIndex={-1}>
			{children}
		</main>
	)
}
