import { Link, useLocation } from '@remix-run/react'
import { ButtonLink } from './button.tsx'

interface ListPagesProps {
	/** Where the list goes on; null at its end. */
	next: string | null
	label?: string
	/** The parameter that says where a page begins: the first page has none. */
	place?: string
	/** The first page, where it is not this address without that. */
	first?: string
	className?: string
	preventScrollReset?: boolean
}

/** The way on from a page of a list, and back to its first page (L19). */
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
