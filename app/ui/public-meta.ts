import type { MetaDescriptor } from '@remix-run/react'
import { brandName, pageTitle } from './brand.tsx'
import { drawsFrom } from './draws-from.ts'

/** As many cloths as `public/og` has. */
const PATTERNS = 24

/** The path of the picture beside a shared link: a shop's never changes. */
export function sharedPicture(seed: string): string {
	return `/og/${drawsFrom(seed)(PATTERNS)}.png`
}

interface PublicPage {
	/** As it stands beside a shared link. The page's own title adds the product's name. */
	title: string
	description: string
	/** The one address of this page: without a place, a cursor or anything else of a visitor. */
	path: string
	/** `APP_ORIGIN`; without it no address is told, since a stranger can write a request's `Host` (W10). */
	origin: string | null
	/** Chooses the cloth, where there is no photo. */
	seed?: string
	/** The picture beside a shared link. */
	photo?: { path: string; width: number; height: number; alt: string } | null
	pageTitle?: string
}

/** What a page tells search engines and those who show a link to it: its `meta`. */
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
