import { useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import { heartFields } from '#app/kernel/vocabulary/identity.ts'

interface HeartFormProps {
	shopId: string
	isFavorite: boolean
	className?: string
	/** Draws the inside of the button. With script `isFavorite` follows a tap at once, before the answer. */
	children: (isFavorite: boolean) => { label?: string; className: string; content: ReactNode }
}

/** A heart as a form, which works without script. The action of the page handles the form (see `heartFields`). */
export function HeartForm({ shopId, isFavorite, className, children }: HeartFormProps) {
	const fetcher = useFetcher({ key: `heart ${shopId}` })
	// The sent value is shown until its answer is on the page: the old value would flicker.
	const isShown = fetcher.formData ? fetcher.formData.has(heartFields.add) : isFavorite
	const { label, content, className: buttonClass } = children(isShown)
	return (
		<fetcher.Form method="post" preventScrollReset className={className}>
			<button
				type="submit"
				name={isShown ? heartFields.remove : heartFields.add}
				value={shopId}
				className={buttonClass}
				aria-label={label}
			>
				{content}
			</button>
		</fetcher.Form>
	)
}
