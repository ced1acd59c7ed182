import { Form } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

export interface Toast {
	/** New for each message, so that the same words twice are shown twice. */
	id: string
	title: string
	description?: string
	tone?: 'success' | 'error'
	/** Takes back what was done: a button that sends this to a page. */
	undo?: { page: string; name: string; value: string }
}

/**
 * Messages from the last action. The region is always in the page, so that screen readers announce what appears.
 * It stays until closed, or until the next page (decision D23); the closing button exists only where it works.
 */
export function ToastRegion({ toast }: { toast: Toast | null }) {
	const [closedId, setClosedId] = useState<string | null>(null)
	const [hydrated, setHydrated] = useState(false)
	useEffect(() => setHydrated(true), [])
	return (
		<div className="toasts" role="status">
			{toast && toast.id !== closedId && (
				<div key={toast.id} className={toast.tone === 'error' ? 'toast error' : 'toast'}>
					<div>
						<b>{toast.title}</b>
						{toast.description}
					</div>
					{toast.undo && (
						<Form method="post" action={toast.undo.page} preventScrollReset replace>
							<button type="submit" name={toast.undo.name} value={toast.undo.value} className="undo">
								Undo
							</button>
						</Form>
					)}
					{hydrated && (
						<button type="button" aria-label="Close message" onClick={() => setClosedId(toast.id)}>
							<Icon name="close" size={18} />
						</button>
					)}
				</div>
			)}
		</div>
	)
}
