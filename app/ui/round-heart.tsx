import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** The inside of a `HeartForm` on a card; filled for a favorite. */
export function roundHeart(shopName: string, isFavorite: boolean) {
	return {
		label: isFavorite ? `Remove ${shopName} from favorites` : `Add ${shopName} to favorites`,
		className: classNames('round', isFavorite && 'given'),
		content: <Icon name="heart" filled={isFavorite} />,
	}
}
