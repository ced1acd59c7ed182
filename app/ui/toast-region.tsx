import { Form } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

export interface Toast {
	/** New for each message, so that two equal ones both show. */
	id: string
	title: string
	description?: string
	tone?: 'success' | 'error'
	/** The undo button posts this field to `page`. */
	undo?: { page: string; name: string; value: string }
}

/**
 * Messages about the last action. The region is always in the page, so that screen readers announce a new message. A
 * message stays until closed or the next page (D23). The closing button needs script; its space is reserved.
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
					<button
						type="button"
						className={hydrated ? undefined : 'waiting'}
						aria-label="Close message"
						onClick={() => setClosedId(toast.id)}
					>
						<Icon name="close" size={18} />
					</button>
				</div>
			)}
		</div>
	)
}
