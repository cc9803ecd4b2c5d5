"""The reported cases that no test here covers whole, with the part that is missing and why.

A row stays as long as any part of its case needs a feature that is not there; what of the case
is about reading folders is then a test all the same.
"""

from __future__ import annotations

INSTALLING = "needs projects: installing, updating and removing skills, with a lock (spec 04, 08)"
PACKS = "needs packs, trust and revocation (spec 06)"
SERVER = "needs the server and its client (spec 07)"
LISTING = "needs the listing, the matcher and the injector (spec 05)"
SCANNING = "needs the scan of a skill's texts and files for harm (spec 06)"

ELSEWHERE: dict[str, str] = {
    "F025": f"uninstalling by the name shown; unregistering is tested: {INSTALLING}",
    "F028": f"the installer's folder; loading refuses such a name already: {INSTALLING}",
    "F030": f"deleting before an install; loading refuses such a name already: {INSTALLING}",
    "F035": f"the limit of a name qualified by its pack: {PACKS}",
    "F038": f"which skills of a repository are offered; finding them is tested: {INSTALLING}",
    "F039": f"the files after an update; loading them is tested: {INSTALLING}",
    "F043": f"installing by copy; loading and packing are tested: {INSTALLING}",
    "F045": f"a target folder that is a link; reading and sealing are tested: {INSTALLING}",
    "F049": f"the server's answer to a bad archive; the codes are tested: {SERVER}",
    "F053": f"the installed set of files; the loaded set is tested: {INSTALLING}",
    "F056": f"modes through install; loading, packing and unpacking are tested: {INSTALLING}",
    "F059": f"seeing that a newer version is there: {INSTALLING}",
    "F060": f"rewriting only what changed: {INSTALLING}",
    "F062": f"paths in the lock: {INSTALLING}",
    "F064": f"conflict markers in the lock: {INSTALLING}",
    "F065": f"as locked, or newest allowed: {INSTALLING}",
    "F066": f"saying that line ends alone differ; the digests are tested: {INSTALLING}",
    "F067": f"an index whose digest is stale: {SERVER}",
    "F069": f"relative addresses after a redirect: {SERVER}",
    "F070": f"pruning by an index: {SERVER}",
    "F071": f"addresses in a generated index: {SERVER}",
    "F072": f"redirects of a download: {SERVER}",
    "F073": f"a download that stops half-way: {SERVER}",
    "F074": f"an update whose last step fails: {INSTALLING}",
    "F079": f"the targets of an update: {INSTALLING}",
    "F080": f"installing by link where links need a privilege: {INSTALLING}",
    "F085": f"answers to a missing or wrong token: {SERVER}",
    "F086": f"working while the registry is away: {SERVER}",
    "F087": f"never prompting without a terminal: {INSTALLING}",
    "F089": f"`list --json`: {INSTALLING}",
    "F090": f"dry runs: {INSTALLING}",
    "F093": f"two owners of one name: {SERVER}",
    "F094": f"seeing what was just published: {SERVER}",
    "F096": f"percent-encoded paths: {SERVER}",
    "F097": f"entity tags: {SERVER}",
    "F098": f"the order of search results: {LISTING}",
    "F099": f"asking again later: {SERVER}",
    "F104": f"a word that triggers nothing: {LISTING}",
    "F105": f"words of the description that do: {LISTING}",
    "F107": f"what is cut from a listing: {LISTING}",
    "F108": f"handing over a body once: {LISTING}",
    "F111": f"naming the folder of an activated skill; reading its files is tested: {LISTING}",
    "F112": f"reading by a tool of the model; the package's own reading is tested: {LISTING}",
    "F113": f"precedence between roots and packs; one root is tested: {LISTING}",
    "F120": f"texts that contradict `allowed-tools`: {SCANNING}",
    "F122": f"invisible characters in texts: {SCANNING}",
    "F123": f"findings about bytecode and archives; that all is listed is tested: {SCANNING}",
    "F125": f"granting the skills of a project: {PACKS}",
    "F126": f"signatures: {PACKS}",
    "F127": f"revocation: {PACKS}",
    "F128": f"look-alike names: {PACKS}",
    "F130": f"the checks of an install: {INSTALLING}",
    "F132": f"disabling a skill: {INSTALLING}",
    "F133": f"pinning a skill: {INSTALLING}",
}
