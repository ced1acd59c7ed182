import { pageTitle } from '../brand.tsx'

/** The title of a page of the kiosk. Search engines skip it. */
export function kioskMeta(title: string) {
	return [{ title: pageTitle(title) }, { name: 'robots', content: 'noindex' }]
}
