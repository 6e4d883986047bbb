# {{app}}

For admins: from an empty Zapier account to three tested Zaps. `npm run demo` runs them. Nobody has built them in {{app}} yet; [the first push](first-push.md) checks them.

{{head}}

## 1. Before the first Zap

- **From your engineer**: an invitation. Accept it, and add *Compliance Onboarding* under *App connections*; [what to enter](set-up.md#the-connection).
- **From an admin of the service**: an API key for Zapier alone, and a custom field of cases, of the type text, with the *API field name* `deal_id`.
- **A mail account of your team**, so that everybody sees the answers. Gmail stands for it here.

Create these {{fields}} of {{deals}}, with exactly these names:

{{fieldTable}}

Choices of *Onboarding Status*: {{choices}}, and the names of other decisions of your service. Add *Registration Number* ({{text}}) to the {{company}}; sales fills it in, and {{country}}.

{{notes}}

In the tables, [{{start}}. Portal Link] is the value *Portal Link* of step {{start}}. Bold steps are those of *Compliance Onboarding*; leave empty what is not named. Steps of other apps link to a public page that shows their name; those marked *not verified* have none. We could not check the labels of their fields.

**Testing a step acts for real**: use your own {{deal}}, with your own address.

## 2. Zap 1: the {{deal}} gets its case, the client the link

{{business}}

- **Filters**: *And* joins all conditions. Put your stage in place of *{{stage}}*. Enter it, a lost {{deal}} and *Waiting for Client* as the tests of the steps before show them.
- **Deal ID**: if this input is missing, your service lists no custom fields. Enter `deal_id` and [1. ID] under *Custom Fields*; the output is then *Custom Fields Deal ID*.
- **Error handler**: [in the menu of step {{start}}]({{errorHandler}}). It runs if this step stops or is halted.
- **Test of step {{start}}**: it makes a real case, which the next run finds again, and Zaps 2 and 3 have as their sample. Open the link, but do not submit the page.
- **Later changes**: Zapier ends runs that wait if you [add or remove a step, or switch the Zap off]({{delay}}).

## 3. Zap 2: the client must send more

*Test trigger* shows recent cases, also of real clients: choose your own, here and in Zap 3.

{{requested}}

## 4. Zap 3: what happens comes back to the {{deal}}

{{events}}

*Onboarding Summary* never has the reason of a rejection. If staff make cases by hand, put a filter behind the triggers of Zaps 2 and 3: [1. Deal ID] *Exists*.

If your service cannot register webhooks, as Ondorse, the editor shows an address in Zaps 2 and 3. [Enter them in the service](set-up.md#webhooks-by-hand): Zap 2's for `collect.opened`, Zap 3's for all three events. [Ready for a decision](#ready-for-a-decision) has one, too, for `application.status_updated`.

## 5. Try it

1. First import [existing clients](#existing-clients). Empty what Zaps filled in on your own {{deal}}, and move it out of the stage. Switch the Zaps on, and move it to *{{stage}}*. The letter comes, and the {{deal}} says *Waiting for Client*.
2. Submit the page. The {{deal}} says *In Review* or *Ready for Decision*.
3. Ask for a document as a reviewer. The second letter comes.
4. Decide. The {{deal}} has the decision. Delete or close the case in the service.
5. Save a view: stage *{{stage}}*, *Onboarding Case* empty, in the stage since yesterday or earlier. These {{deals}} did not finish; [a sales week](for-sales.md) says what to do.

## The letters

Paste them into *Body*. Map the values that the step names for `[…]`. Replace {{ownNames}}, also in the subjects, and Ondorse with its address if another service runs your page. Shortened, they may look like phishing.

{{letters}}

All three end so:

{{ending}}

## If the client is a person

Build Zap 1 again, for another stage or pipeline, without the search for the {{company}}. Zaps 2 and 3 serve both. Step {{start}} is now 3, step {{again}} is 7, and so on. The first filter also demands [1. Onboarding Last Name] *Exists*. In *Start Onboarding*:

{{person}}

In the letter, write "{{atHand}}" in place of the extract.

## Additions

### More reminders

Copy steps {{wait}} to {{last}} behind the last step, with other days (31 at most). In the copy, map everything that says step {{again}} to the new *{{get}}*, step {{next}}: all conditions of the filter, address, first name and link. Each costs {{reminderTasks}} tasks if it is sent.

### Ready for a decision

{{ready}}

### Portal first

The service creates the case when the client submits. In Zap 1, let the filter demand an empty *Onboarding Link* in place of an empty *Onboarding Case*. This step replaces the next ones up to *Start Onboarding*; behind the letter, write its link to the {{deal}}, and `Waiting for Client` to *Onboarding Status* and *Onboarding Summary*. Then come the delay (step 6), *{{get}}* (7), the filter (8) and the reminder (9):

{{portalFirst}}

### The number from the registry

If your {{deals}} lack registration numbers, put this in front of *Start Onboarding*, and map its number. It finds nothing unless exactly one company fits; set *success when nothing is found* to Yes.

{{registry}}

### Existing clients

1. Make the service's import file from your {{deals}}: `custom_field.deal_id` is the {{id}}, `external_reference` the same with `-kyb` (a person: `-kyc`) behind it. [Check the list](check-deals.md), and import it in the service.
2. Import the case IDs of the service's export into *Onboarding Case*, matched by `custom_field.deal_id`. Zap 1 then leaves these {{deals}} alone, and Zap 3 writes to them.
3. For some later ones, [Transfer]({{transfer}}) can run *Start Onboarding*.

### A second language

Give the {{deal}} a choice *Onboarding Language*. The first filter demands it: an empty one gives no text. Put *Formatter by Zapier*, [*Lookup Table*]({{lookup}}) in front of the letter: language on the left, the words in front of the link on the right. It costs no task.

### Your own app or form

[Redirection and headless](own-app.md)
