import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'

export interface LinkRow {
	to: string
	title: string
	end?: string
	detail: string
	tags?: readonly string[]
}

/** Rows of one kind, each the link to its page. */
export function LinkRows({ rows }: { rows: readonly LinkRow[] }) {
	return (
		<Card kind="rows" as="ul">
			{rows.map(({ to, title, end, detail, tags = [] }, place) => (
				<li key={to}>
					<Link to={to} className="line" discover={place === 0 ? 'render' : 'none'}>
						<b>{title}</b>
						{end && <span className="num">{end}</span>}
						<small>
							{detail}
							{tags.map((tag) => (
								<Fragment key={tag}>
									{' '}
									<Tag tone="plain">{tag}</Tag>
								</Fragment>
							))}
						</small>
					</Link>
				</li>
			))}
		</Card>
	)
}
