import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** Marigold (default): yours, earned, special. Amber: ends soon. Leaf: free, done. Clay: failed. */
export function Tag({ tone, children }: { tone?: 'leaf' | 'amber' | 'clay' | 'plain'; children: ReactNode }) {
	return <span className={classNames('tag', tone === 'amber' ? 'text-clay' : tone)}>{children}</span>
}
