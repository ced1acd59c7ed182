import { pageTitle } from '../brand.tsx'

/** The title of a page of the kiosk. Nobody finds it by searching. */
export function kioskMeta(title: string) {
	return [{ title: pageTitle(title) }, { name: 'robots', content: 'noindex' }]
}
