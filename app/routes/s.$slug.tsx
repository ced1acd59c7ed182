import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { shopOfSlug } from '#app/http/shop-of-slug.server.ts'

/** The short address of a shop, as it stands on its poster: on to its page. For now, because an operator may give the name to another. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const { id } = await shopOfSlug(context, params.slug)
	return redirect(`/business/${id}`, 302)
}

/** Never drawn: with it the root's error page answers for a name that no shop has. */
export default function ShortAddress() {
	return null
}
