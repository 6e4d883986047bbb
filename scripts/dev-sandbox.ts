/** What `npm run dev` watches: the sandbox, and once it has started the line that runs a step there. */
import './start.ts';

const account = `authData_base_url=http://127.0.0.1:${process.env.PORT || 4010} authData_api_key=sandbox_key`;
const step = `create create_case -i '{"subject":"business","organization_name":"Lumen Studio SAS","country":"France"}'`;
console.log(`Try the app:\n${account} npm run zapier -- invoke ${step}`);
