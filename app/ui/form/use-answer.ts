import { useActionData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'

/**
 * The answer of this route's action. Remix shows it before the page has asked again for what it shows
 * (`shouldRevalidate`): until both are there the page stays as it was, because fields that begin again would drop
 * anything typed meanwhile.
 */
export function useAnswer<Action>() {
	const answer = useActionData<Action>()
	const { state, formData } = useNavigation()
	const shown = useRef(answer)
	if (state !== 'loading' || formData === undefined) shown.current = answer
	return shown.current
}
