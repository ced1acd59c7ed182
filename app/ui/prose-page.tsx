import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { PageHeader } from './page-header.tsx'

export function ProsePage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Page>
			<PageHeader title={title} back={{ to: '/', label: 'Home' }} />
			<div className="prose">{children}</div>
		</Page>
	)
}
