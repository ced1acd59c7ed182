import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A few words that qualify a thing. Marigold: yours, earned or special; leaf: free, done; clay: went wrong. */
export function Tag({ tone, children }: { tone?: 'leaf' | 'clay' | 'plain'; children: ReactNode }) {
	return <span className={classNames('tag', tone)}>{children}</span>
}
