import { useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'
import { Skeleton } from './skeleton.tsx'

const FAVORITES = '/favorites'

/**
 * The page, or the skeleton of the next page while that page loads: six cards for the favorites (C27). Skeletons appear
 * only with script.
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
