import { useFetcher } from '@remix-run/react'
import type { ReactNode } from 'react'
import { heartFields } from '#app/kernel/vocabulary/identity.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface HeartFormProps {
	shopId: string
	isFavorite: boolean
	className?: string
	/** Renders the button's inside. With script `isFavorite` changes with the tap, before the answer. */
	children: (isFavorite: boolean) => { label?: string; className: string; content: ReactNode }
}

/** Works without script. The page's action handles it (see `heartFields`). */
export function HeartForm({ shopId, isFavorite, className, children }: HeartFormProps) {
	const fetcher = useFetcher({ key: `heart ${shopId}` })
	// Shows the posted value until the answer: the old value would flicker.
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

/** The inside of a `HeartForm` on a card; filled for a favorite. */
export function roundHeart(shopName: string, isFavorite: boolean) {
	return {
		label: isFavorite ? `Remove ${shopName} from favorites` : `Add ${shopName} to favorites`,
		className: classNames('round', isFavorite && 'given'),
		content: <Icon name="heart" filled={isFavorite} />,
	}
}
