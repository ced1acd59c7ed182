import { Link, useLocation } from '@remix-run/react'
import { ButtonLink } from './button.tsx'

interface ListPagesProps {
	next: string | null
	label?: string
	/** The parameter that names where a page begins. */
	place?: string
	/** The first page; by default this address without `place`. */
	first?: string
	className?: string
	preventScrollReset?: boolean
}

/** Links to the next page and back to the first (L19). */
export function ListPages({
	next,
	label = 'Show more',
	place = 'after',
	first,
	className,
	...link
}: ListPagesProps) {
	const { pathname, search } = useLocation()
	const params = new URLSearchParams(search)
	const isFirst = !params.has(place)
	params.delete(place)
	const rest = params.size === 0 ? pathname : `${pathname}?${params}`
	return (
		<>
			{next && (
				<ButtonLink to={next} variant="quiet" className={className} {...link}>
					{label}
				</ButtonLink>
			)}
			{!isFirst && (
				<p className="mt-3 text-center">
					<Link to={first ?? rest} className="tap" {...link}>
						Back to the first page
					</Link>
				</p>
			)}
		</>
	)
}
