import { useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import { heartFields } from './heart-fields.ts'

interface HeartFormProps {
	shopId: string
	isFavorite: boolean
	className?: string
	/** Draws the inside of the button, given what is shown: with script that is what was tapped, at once. */
	children: (isFavorite: boolean) => { label?: string; className: string; content: ReactNode }
}

/** A heart as a form of its page, which works without script; the page's action answers it (see answer-heart). */
export function HeartForm({ shopId, isFavorite, className, children }: HeartFormProps) {
	const fetcher = useFetcher({ key: `heart ${shopId}` })
	// What was sent counts until its answer is on the page: anything else would flicker.
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
