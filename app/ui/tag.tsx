import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A short label. Marigold (default): yours, earned, special; amber: soon gone. Leaf: free, done. Clay: went wrong. */
export function Tag({ tone, children }: { tone?: 'leaf' | 'amber' | 'clay' | 'plain'; children: ReactNode }) {
	return <span className={classNames('tag', tone === 'amber' ? 'text-clay' : tone)}>{children}</span>
}
