import { areCoordinates, type Coordinates } from './distance.ts'

type Place = Coordinates & { name: string; address: string; city: string }

/**
 * A link that opens the way to a shop in the phone's maps. Coordinates are exact where street addresses are not. A shop
 * without coordinates (0, 0 lies in the sea) is found by its address.
 */
export function directionsLink({ latitude, longitude, name, address, city }: Place): string {
	const isKnown = areCoordinates({ latitude, longitude }) && (latitude !== 0 || longitude !== 0)
	const destination = isKnown ? `${latitude},${longitude}` : `${name}, ${address}, ${city}`
	return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
