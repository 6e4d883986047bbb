/** What Create Portal Link does. */
import { id, inEach, post, type Rows } from './table.ts';

const redirect_url = 'https://www.example.com/thanks';

export const create_portal: Rows = {
  usual: {
    // Without the check for an open request, so nothing is read before the POST.
    input: { application_id: id, redirect_url, ask_again: true },
    requests: [
      post(
        `/api/applications/${id}/portals`,
        { redirect_url, configuration: { redirect_url } },
        { portal_id: 'ptl_1', application_id: id, link: 'tok123' },
      ),
    ],
    returns: { id: 'ptl_1', portal_link: '{base_url}/portals/tok123' },
  },
  'required fields alone': {
    input: {},
    halts: inEach(({ map }) => `Case is empty. ${map} the Case, or choose "A New Client" in For.`),
  },
  'an address that runs a script': {
    input: { portal_for: 'client', redirect_url: 'javascript:alert(1)' },
    halts: 'Redirect URL: "javascript:alert(1)" is not a web address. Start it with https://.',
  },
};
