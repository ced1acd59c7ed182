import type { MetaDescriptor } from '@remix-run/react'
import { drawsFrom } from './adire-pattern.tsx'
import { brandName } from './brand.tsx'
import { pageTitle } from './page.tsx'

/** The number of pictures in `public/og`. */
const PATTERNS = 24

/** The picture beside a shared link; a shop's never changes. */
export function sharedPicture(seed: string): string {
	return `/og/${drawsFrom(seed)(PATTERNS)}.png`
}

interface PublicPage {
	/** Without the product's name. */
	title: string
	description: string
	/** The page's one address: without location, cursor or other data of a visitor. */
	path: string
	/** `APP_ORIGIN`. Without it no address is printed, since a stranger can forge a request's `Host` (W10). */
	origin: string | null
	/** Chooses the cloth where there is no photo. */
	seed?: string
	photo?: { path: string; width: number; height: number; alt: string } | null
	pageTitle?: string
}

/** The `meta` for search engines and link previews. */
export function publicMeta({
	title,
	description,
	path,
	origin,
	seed = brandName,
	photo,
	...page
}: PublicPage): MetaDescriptor[] {
	const picture = photo ?? {
		path: sharedPicture(seed),
		width: 1_200,
		height: 630,
		alt: `Adire cloth with the mark of ${brandName}`,
	}
	const tag = (property: string, content: string) => ({ property: `og:${property}`, content })
	return [
		{ title: page.pageTitle ?? pageTitle(title) },
		{ name: 'description', content: description },
		tag('title', title),
		tag('description', description),
		tag('type', 'website'),
		tag('site_name', brandName),
		tag('locale', 'en_NG'),
		...(origin === null
			? []
			: [
					{ tagName: 'link', rel: 'canonical', href: origin + path },
					tag('url', origin + path),
					tag('image', origin + picture.path),
					tag('image:width', String(picture.width)),
					tag('image:height', String(picture.height)),
					tag('image:alt', picture.alt),
				]),
	]
}
