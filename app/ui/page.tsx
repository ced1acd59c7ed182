import type { ReactNode } from 'react'

/** A `Form` with an `ActionBar` needs the class `fill`, which keeps the bar at the foot. */
export function Page({ children }: { children: ReactNode }) {
	return (
		<main id="content" tabIndex={-1}>
			{children}
		</main>
	)
}
