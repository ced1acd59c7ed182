import { useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'
import { Skeleton } from './skeleton.tsx'

const FAVORITES = '/favorites'

/**
 * The page, or what stands in its place while a page with a skeleton of its own is on its way: six cards for the
 * favorites (spec 1 §2). Only ever seen with script.
 */
export function PendingPage({ children }: { children: ReactNode }) {
	const here = useLocation().pathname
	const { location, formData } = useNavigation()
	if (location?.pathname !== FAVORITES || here === FAVORITES || formData) return children
	return (
		<Page>
			<PageHeader title="My Favorites" back={{ to: '/profile', label: 'Profile' }} />
			<Skeleton cards={6} />
		</Page>
	)
}
