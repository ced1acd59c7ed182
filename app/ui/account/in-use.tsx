import { Link } from '@remix-run/react'

/** 'In use for your booking on Nov 24, 2026'; a link once that booking exists. */
export function InUse({ use: { text, path } }: { use: { text: string; path: string | null } }) {
	if (path === null) return text
	return (
		<Link to={path} className="link">
			{text}
		</Link>
	)
}
